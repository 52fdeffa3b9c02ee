// Calls servers with npm's SDKs, as a game would, without retries. Each line of the input is a call,
// {"sdk", "url", "streamed", "tools"}; the line printed for it says how the call ended.
import { createInterface } from 'node:readline';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import Anthropic from '@anthropic-ai/sdk';
import { generateText, jsonSchema, streamText, tool } from 'ai';
import OpenAI from 'openai';

const model = 'm';
const prompt = 'What now?';
const messages = [{ role: 'user', content: prompt }];
const look = { name: 'look', parameters: { type: 'object' } };

function described(reason, parts, input, output) {
  return [reason, ...parts.filter((part) => part), `${input}+${output}`].join(', ');
}

const quoted = (text) => text && `"${text}"`;

const sdks = {
  async chat({ url, streamed, tools }) {
    const client = new OpenAI({ baseURL: `${url}v1`, apiKey: 'none', maxRetries: 0 });
    const body = { model, messages, tools: tools ? [{ type: 'function', function: look }] : undefined };
    const { completions } = client.chat;
    const answer = streamed
      ? await completions.stream({ ...body, stream_options: { include_usage: true } }).finalChatCompletion()
      : await (tools ? completions.create(body) : completions.parse(body)); // parse demands strict tools
    const { message, finish_reason: reason } = answer.choices[0];
    const calls = (message.tool_calls ?? []).map((call) => call.function.name + call.function.arguments);
    return described(reason, [quoted(message.content), ...calls], answer.usage?.prompt_tokens, answer.usage?.completion_tokens);
  },

  async responses({ url, streamed, tools }) {
    const client = new OpenAI({ baseURL: `${url}v1`, apiKey: 'none', maxRetries: 0 });
    const body = { model, input: prompt, tools: tools ? [{ type: 'function', strict: false, ...look }] : undefined };
    const answer = streamed
      ? await client.responses.stream(body).finalResponse()
      : await client.responses.create(body);
    const reason = answer.incomplete_details ? `${answer.status} (${answer.incomplete_details.reason})` : answer.status;
    const parts = answer.output.map((item) =>
      item.type === 'function_call' ? item.name + item.arguments : quoted(item.content.map((part) => part.text).join('')));
    return described(reason, parts, answer.usage?.input_tokens, answer.usage?.output_tokens);
  },

  async messages({ url, streamed, tools }) {
    const client = new Anthropic({ baseURL: url.slice(0, -1), apiKey: 'none', maxRetries: 0 });
    const body = { model, max_tokens: 100, messages, tools: tools ? [{ name: look.name, input_schema: look.parameters }] : undefined };
    const answer = streamed
      ? await client.messages.stream(body).finalMessage()
      : await client.messages.create(body);
    const parts = answer.content.map((block) =>
      block.type === 'tool_use' ? block.name + JSON.stringify(block.input) : quoted(block.text));
    return described(answer.stop_reason, parts, answer.usage.input_tokens, answer.usage.output_tokens);
  },

  async ai({ url, streamed, tools }) {
    const provider = createOpenAICompatible({ name: 'gateway', baseURL: `${url}v1`, apiKey: 'none', includeUsage: true });
    const call = {
      model: provider(model),
      prompt,
      maxRetries: 0,
      tools: tools ? { look: tool({ inputSchema: jsonSchema(look.parameters) }) } : undefined,
    };
    let failure;
    const answer = streamed ? streamText({ ...call, onError: ({ error }) => { failure = error; } }) : await generateText(call);
    if (streamed) {
      await answer.consumeStream();
      if (failure) throw failure;
    }
    const usage = await answer.usage;
    const calls = (await answer.toolCalls).map((each) => each.toolName + JSON.stringify(each.input));
    return described(await answer.finishReason, [quoted(await answer.text), ...calls], usage.inputTokens, usage.outputTokens);
  },
};

function thrown(error) {
  const status = error.status ?? error.statusCode;
  const code = error.code ?? error.type ?? error.data?.error?.code;
  return [`\`${error.constructor.name}\``, status, code].filter((part) => part).join(' ');
}

for await (const line of createInterface({ input: process.stdin })) {
  const call = JSON.parse(line);
  console.log(await sdks[call.sdk](call).catch(thrown));
}
