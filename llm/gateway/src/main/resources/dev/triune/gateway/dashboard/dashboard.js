// SPDX-License-Identifier: Apache-2.0
"use strict";

/* Reads /api/llm/live and shows it. What comes from the gateway enters the page as text, never as
   markup: games, agents, models and prompts are words of strangers. */
(() => {
  const $ = id => document.getElementById(id);
  const KEY = "triune-token", THEME = "triune-theme", SILENCE = 15000, MOST_EVENT = 4 << 20;
  const NONE = "–";

  // ---- how values are written

  const whole = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });
  const tenth = new Intl.NumberFormat("en", { maximumFractionDigits: 1 });
  const short = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 });
  const clock = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", second: "2-digit" });
  const known = value => value !== undefined && value !== null;
  const count = value => value < 100000 ? whole.format(value) : short.format(value);
  const rate = value => value < 100 ? tenth.format(value) : whole.format(value);
  const percent = value => (value > 0 && value < 1 ? (value * 100).toFixed(1) : tenth.format(value * 100)) + "%";
  const money = value => "$" + (value === 0 ? "0" : value < 1 ? value.toFixed(4) : value.toFixed(2));
  const plural = (number, one, more) => count(number) + " " + (number === 1 ? one : more);
  const axis = value => value >= 1000 ? short.format(value) : String(+value.toFixed(2));

  function time(ms) {
    if (!known(ms)) return NONE;
    if (ms < 1000) return whole.format(ms) + " ms";
    return ms < 60000 ? tenth.format(ms / 1000) + " s" : span(ms);
  }

  function span(ms) {
    const seconds = Math.ceil(ms / 1000), minutes = Math.floor(seconds / 60), hours = Math.floor(minutes / 60);
    if (hours > 48) return Math.floor(hours / 24) + " d " + hours % 24 + " h";
    if (hours) return hours + " h " + minutes % 60 + " min";
    return minutes ? minutes + " min " + seconds % 60 + " s" : seconds + " s";
  }

  // ---- small parts of the page

  const set = (id, text) => { const node = $(id); if (node.textContent !== text) node.textContent = text; };

  function element(name, className, text) {
    const made = document.createElement(name);
    if (className) made.className = className;
    if (text !== undefined) made.textContent = text;
    return made;
  }

  function meter(node, part, words) {
    node.firstElementChild.style.width = Math.min(100, Math.max(0, part * 100)) + "%";
    node.setAttribute("aria-label", words);
  }

  /** Fills a table; rows that are there are used again, so that focus and scrolling stay. */
  function rows(table, all, cells) {
    const body = table.tBodies[0], titles = table.tHead.rows[0].cells;
    while (body.rows.length > all.length) body.deleteRow(-1);
    all.forEach((one, i) => {
      const row = body.rows[i] || body.insertRow();
      cells(one).forEach((cell, at) => {
        let node = row.cells[at];
        if (!node) row.append(node = element(cell.head ? "th" : "td"));
        if (cell.head) node.scope = "row";
        node.dataset.label = titles[at].textContent; // for narrow screens
        const className = cell.class || "";
        if (node.className !== className) node.className = className;
        node.hidden = Boolean(cell.hidden);
        if (cell.node) node.replaceChildren(cell.node);
        else if (node.textContent !== cell.text) node.textContent = cell.text;
        if (cell.title) node.title = cell.text;
      });
    });
  }

  const number = text => ({ text, class: "n" });
  const word = text => ({ text: text || NONE, class: text ? "text" : "dim", title: Boolean(text) });
  const head = text => ({ text, head: true, title: true });

  // ---- the figures

  const TEN_MINUTES = 600000, DAY = 86400000;
  let points = [], day = [], offset = 0, latest = null;

  const charts = {
    throughput: Charts.chart($("chart-throughput"), "Throughput", [
      { name: "answered", at: 1 },
      { name: "target", dash: true, constant: () => latest && known(latest.throughput.target) ? latest.throughput.target : null },
    ], axis, 1),
    latency: Charts.chart($("chart-latency"), "Latency", [{ name: "p50", at: 4 }, { name: "p95", at: 5 }],
      value => value >= 1000 ? axis(value / 1000) + " s" : value ? whole.format(value) + " ms" : "0", 100),
    queue: Charts.chart($("chart-queue"), "Load", [{ name: "waiting", at: 2 }, { name: "in flight", at: 3 }],
      value => axis(value), 4),
    tokens: Charts.chart($("chart-tokens"), "Tokens a second", [{ name: "tokens", at: 6 }], axis, 10),
  };

  function show(event) {
    latest = event;
    offset = event.now - Date.now();
    if (event.history) points = event.history;
    if (event.day) day = event.day;
    add(points, event.points, event.now - TEN_MINUTES);
    add(day, event.minute, event.now - DAY);
    drawCharts();
    tiles(event);
    problems(event.problems);
    providers(event.providers);
    models(event.models);
    games(event);
    recent(event.recent);
    countDown();
  }

  function add(all, more, since) {
    for (const point of more || []) {
      if (!all.length || point[0] > all[all.length - 1][0]) all.push(point);
    }
    while (all.length && all[0][0] < since) all.shift();
  }

  function drawCharts() {
    const shown = Charts.span > TEN_MINUTES ? day : points;
    for (const one of Object.values(charts)) one.show(shown, latest.now);
  }

  for (const button of document.querySelectorAll("[data-span]")) {
    button.addEventListener("click", () => {
      Charts.span = Number(button.dataset.span);
      for (const other of document.querySelectorAll("[data-span]")) other.setAttribute("aria-pressed", String(other === button));
      if (latest) drawCharts();
    });
  }

  /** Whether one of the words has what the filter asks for. */
  const wanted = (...words) => words.some(one => (one || "").toLowerCase().includes($("filter").value.trim().toLowerCase()));
  $("filter").addEventListener("input", () => { if (latest) { games(latest); recent(latest.recent); models(latest.models); } });

  function tiles({ queue, throughput, latency, credits, batches, totals }) {
    set("waiting", count(queue.waiting));
    set("in-flight", count(queue.inFlight));
    set("most", count(queue.most));
    set("per-second", rate(throughput.perSecond));
    const target = known(throughput.target) ? throughput.target * 60 : undefined, part = known(target) ? throughput.callsLastMinute / target : 0;
    $("target-meter").hidden = !known(target);
    meter($("target-meter"), part, `${percent(part)} of the limit is used`);
    set("target", known(target) ? `${plural(throughput.callsLastMinute, "call", "calls")} in the last minute, ${count(target)} are allowed` : "no limits are known");
    set("first-p50", time(latency.firstDelta.p50));
    set("first-p95", time(latency.firstDelta.p95));
    set("complete-p50", time(latency.complete.p50));
    set("complete-p95", time(latency.complete.p95));
    set("credits", count(credits.now));
    set("capacity", "of " + count(credits.capacity));
    meter($("credits-meter"), credits.capacity ? credits.now / credits.capacity : 0, `${credits.now} of ${credits.capacity} credits left`);
    set("window", credits.waiting
      ? `${plural(credits.waiting, "request waits", "requests wait")}, next window in ${time(credits.nextWindowMs)}`
      : `+${count(credits.perSecond)} a second, nobody waits`);
    set("batches", count(batches.active));
    set("efficiency", batches.total
      ? `${tenth.format(batches.efficiency)} requests each, ${percent(batches.saved)} of handshakes saved` : "none so far");
    set("success", totals.ended ? percent(totals.successRate) : NONE);
    const unanswered = Object.entries(totals.outcomes)
      .filter(([kind, ended]) => kind !== "answered" && ended > 0)
      .map(([kind, ended]) => `${count(ended)} ${kind}, `)
      .join("");
    set("ended", `${plural(totals.ended, "request", "requests")} ended, ${unanswered}${count(totals.rateLimited)} × 429, ${plural(totals.fallbacks, "fallback", "fallbacks")}`);
    set("cost", money(totals.cost));
    set("tokens", `${count(totals.tokensIn)} tokens in (${percent(totals.cachedShare)} cached), ${count(totals.tokensOut)} out`);
  }

  function stateOf(provider) {
    if (provider.breakerOpen) return pill("bad", "breaker open", provider.coolingUntil);
    if (provider.coolingUntil) return pill("warn", "cooling", provider.coolingUntil);
    if (!provider.keysInService) return pill("bad", "no key in service");
    if (provider.waitsFor) return pill("warn", "waits for " + provider.waitsFor);
    if (provider.keysInService < provider.keys) return pill("warn", `${provider.keysInService} of ${provider.keys} keys`);
    return pill("good", "ready");
  }

  function pill(kind, text, until) {
    const made = element("span", "pill " + kind, text);
    if (until) {
      made.dataset.until = until;
      made.dataset.text = text;
    }
    return made;
  }

  /** What /readyz reports, in full: the table of providers has no room for it. */
  const problems = all => {
    $("problems").hidden = all.length === 0;
    if ($("problems").dataset.shown !== all.join("\n")) {
      $("problems").dataset.shown = all.join("\n");
      $("problems").replaceChildren(...all.map(text => {
        const line = document.createElement("li");
        line.textContent = text;
        return line;
      }));
    }
  };

  const providers = all => rows($("providers"), all, one => [
    head(one.name), { node: stateOf(one) }, number(count(one.queued)), number(`${one.inFlight} / ${one.permits}`), number(count(one.calls)),
    number(one.calls ? percent(one.successRate) : NONE), number(count(one.rateLimited)), number(count(one.fallbacks)),
    number(known(one.perMinute) ? count(one.perMinute) + "/min" : NONE), number(count(one.tokens)), number(money(one.cost)),
    { text: one.lastError ? `${clock.format(one.lastErrorAt)} ${one.lastError.replaceAll("_", " ")}: ${one.lastErrorMessage}` : NONE, class: "error", title: true },
  ]);

  const models = all => rows($("models"), all.filter(one => wanted(one.name)), one => [
    head(one.name), number(count(one.requests)), number(count(one.tokens)), number(money(one.cost)),
  ]);

  function games({ games: all, gamesTotal: total, gamesWithDemand: demanding }) {
    $("games-none").hidden = total > 0;
    $("games").hidden = total === 0;
    set("games-count", total ? `${count(total)} connected, ${count(demanding)} with demand` + (total > all.length ? `; the busiest ${all.length}` : "") : "");
    rows($("games"), all.filter(one => wanted(one.name)), one => [
      head(one.name), number(count(one.requests)), number(count(one.waiting)), number(count(one.inFlight)), number(count(one.tokens)), number(money(one.cost)),
      number(one.credits ? rate(one.credits) : NONE), { node: share(one.share) },
    ]);
  }

  function share(part) {
    const made = element("div", "share"), bar = element("div", "meter");
    bar.append(element("i"));
    bar.setAttribute("aria-hidden", "true");
    bar.firstElementChild.style.width = part * 100 + "%";
    made.append(bar, element("span", "", percent(part)));
    return made;
  }

  function recent(all) {
    const prompts = all.some(one => known(one.prompt));
    $("recent-none").hidden = all.length > 0;
    $("recent").hidden = all.length === 0;
    $("recent").querySelector("th.prompt").hidden = !prompts;
    rows($("recent"), all.filter(one => wanted(one.session, one.agent, one.model, one.provider)), one => [
      { text: clock.format(one.at), class: "dim" },
      { node: element("span", "pill " + (one.outcome === "answered" ? "good" : "bad"), one.outcome.replaceAll("_", " ")) },
      word(one.session), word(one.agent), word(one.model), word(one.provider), number(time(one.waitMs)),
      number(one.provider ? time(one.latencyMs) : NONE), number(count(one.tokens)),
      { text: one.prompt || "", class: "text prompt", hidden: !prompts, title: true },
    ]);
  }

  /** What runs between two events: cooldowns and the uptime. */
  function countDown() {
    if (!latest) return;
    const now = Date.now() + offset;
    for (const node of document.querySelectorAll("[data-until]")) {
      const left = Number(node.dataset.until) - now;
      node.textContent = left > 0 ? `${node.dataset.text} ${span(left)}` : node.dataset.text;
    }
    $("up").hidden = false;
    set("uptime", span(latest.uptimeMs + now - latest.now));
  }
  setInterval(countDown, 250);

  // ---- the connection

  let attempt = 0, waiting = 0, reconnectAt = 0, running = null;

  function state(name, text) {
    $("state").dataset.state = name;
    set("state-text", text);
    $("figures").classList.toggle("stale", name === "lost");
    $("lost").hidden = name !== "lost";
    $("token-form").hidden = name !== "token";
    if (name === "token") $("figures").hidden = true;
  }

  async function connect() {
    clearTimeout(waiting);
    running?.abort();
    const abort = running = new AbortController();
    let alive = setTimeout(() => abort.abort(), SILENCE);
    const sign = () => { clearTimeout(alive); alive = setTimeout(() => abort.abort(), SILENCE); };
    try {
      const token = sessionStorage.getItem(KEY);
      const response = await fetch("/api/llm/live", {
        headers: token ? { Authorization: "Bearer " + token } : {}, cache: "no-store", signal: abort.signal,
      });
      if (response.status === 401) return askToken(Boolean(token));
      if (!response.ok) throw new Error("HTTP " + response.status);
      await read(response.body.getReader(), sign);
      throw new Error("the stream ended");
    } catch {
      if (running === abort) lost();
    } finally {
      clearTimeout(alive);
    }
  }

  async function read(reader, sign) {
    const decoder = new TextDecoder();
    let buffer = "";
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      sign();
      buffer += decoder.decode(value, { stream: true });
      if (buffer.length > MOST_EVENT) throw new Error("an event without an end");
      const events = buffer.split("\n\n");
      buffer = events.pop();
      for (const event of events) {
        if (event.startsWith("data: ")) live(JSON.parse(event.slice(6)));
      }
    }
  }

  function live(event) {
    attempt = 0;
    reconnectAt = 0;
    state("live", "live");
    $("figures").hidden = false;
    show(event);
  }

  function lost() {
    const wait = Math.min(15000, 500 * 2 ** attempt++);
    reconnectAt = Date.now() + wait;
    state("lost", "lost");
    tellLost();
    waiting = setTimeout(connect, wait);
  }

  function tellLost() {
    if (!reconnectAt) return;
    const left = reconnectAt - Date.now();
    set("lost-text", (latest ? "What you see is from " + clock.format(latest.now) + ". " : "Is it running? ")
      + (left > 0 ? `Next try in ${Math.ceil(left / 1000)} s.` : "Trying…"));
  }
  setInterval(tellLost, 500);

  function askToken(wrong) {
    sessionStorage.removeItem(KEY);
    state("token", "token needed");
    set("token-wrong", wrong ? "The gateway does not accept this token." : "");
    $("token").value = "";
    $("token").setAttribute("aria-invalid", String(wrong));
    $("token").focus();
  }

  $("token-form").addEventListener("submit", event => {
    event.preventDefault();
    const token = $("token").value.trim();
    if (!/^[\x21-\x7e]+$/.test(token)) return askToken(true); // no header could carry it
    sessionStorage.setItem(KEY, token);
    $("token").value = "";
    state("connecting", "connecting…");
    connect();
  });
  $("retry").addEventListener("click", () => { attempt = 0; connect(); });

  // ---- the theme

  const THEMES = ["system", "light", "dark"];
  function theme(name) {
    if (name === "system") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = name;
    set("theme-name", name);
    $("theme").setAttribute("aria-label", "Theme: " + name);
  }
  function chosenTheme() {
    try { return THEMES.find(name => name === localStorage.getItem(THEME)) || "system"; } catch { return "system"; }
  }
  $("theme").addEventListener("click", () => {
    const next = THEMES[(THEMES.indexOf(chosenTheme()) + 1) % THEMES.length];
    try { localStorage.setItem(THEME, next); } catch { /* then it holds for this page only */ }
    theme(next);
  });
  theme(chosenTheme());

  set("here", location.origin);
  connect();
})();
