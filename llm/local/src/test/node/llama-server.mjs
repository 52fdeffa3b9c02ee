#!/usr/bin/env node
// SPDX-License-Identifier: Apache-2.0
//
// A current llama.cpp behind as much of llama-server's interface as the broker uses, for machines
// without llama-server: needs `npm install node-llama-cpp` in a folder above this file, or a link
// to it from there. RealServerTest says how it is started.
import http from "node:http";
import { getLlama, LlamaCompletion, LlamaLogLevel } from "node-llama-cpp";

const options = {};
for (let i = 2; i < process.argv.length; i += 2) {
  options[process.argv[i].replace(/^--/, "")] = process.argv[i + 1];
}
let context, llama, model;
const slots = [];

const server = http.createServer(async (request, response) => {
  try {
    if (request.url === "/health") {
      return json(response, context ? 200 : 503, context
        ? { status: "ok" } : { error: { message: "Loading model", code: 503 } });
    }
    if (request.headers.authorization !== `Bearer ${process.env.LLAMA_API_KEY}`) {
      return json(response, 401, { error: { message: "Invalid API Key", code: 401 } });
    }
    let body = "";
    for await (const piece of request) body += piece;
    await complete(JSON.parse(body), response);
  } catch (e) {
    if (!response.headersSent) json(response, 500, { error: { message: String(e), code: 500 } });
    response.end();
  }
});

function json(response, status, value) {
  response.writeHead(status, { "Content-Type": "application/json" });
  response.end(JSON.stringify(value));
}

async function complete(asked, response) {
  const aborted = new AbortController();
  response.on("close", () => aborted.abort());
  const schema = asked.response_format?.json_schema?.schema ?? asked.response_format?.schema;
  const grammar = schema ? await llama.createGrammarForJsonSchema(schema) : undefined;
  const prompt = asked.messages.map((message) => `${message.role}: ${message.content}`).join("\n");
  const slot = slots.pop() ?? await context.getSequence();
  const completion = new LlamaCompletion({ contextSequence: slot });
  let text = "";
  if (asked.stream) response.writeHead(200, { "Content-Type": "text/event-stream" });
  try {
    text = await completion.generateCompletion(prompt + "\nassistant: ", {
      maxTokens: asked.max_tokens ?? asked.max_completion_tokens ?? 64,
      temperature: asked.temperature ?? 0.8,
      grammar,
      signal: aborted.signal,
      onTextChunk: (piece) => asked.stream && event(response, {
        choices: [{ index: 0, delta: { content: piece } }] }),
    });
  } finally {
    completion.dispose({ disposeSequence: false });
    slots.push(slot);
  }
  const end = { finish_reason: "stop", index: 0 };
  const usage = {
    prompt_tokens: model.tokenize(prompt).length,
    completion_tokens: model.tokenize(text).length,
  };
  if (asked.stream) {
    event(response, { choices: [{ ...end, delta: {} }], usage });
    response.end("data: [DONE]\n\n");
  } else {
    json(response, 200, { choices: [{ ...end, message: { role: "assistant", content: text } }], usage });
  }
}

function event(response, value) {
  response.write(`data: ${JSON.stringify(value)}\n\n`);
}

server.listen(Number(options.port), options.host);
llama = await getLlama({ gpu: false, build: "never", logLevel: LlamaLogLevel.warn });
model = await llama.loadModel({ modelPath: options.model });
context = await model.createContext({
  sequences: Number(options.parallel),
  contextSize: Math.floor(Number(options["ctx-size"]) / Number(options.parallel)),
  threads: Number(options.threads),
});
