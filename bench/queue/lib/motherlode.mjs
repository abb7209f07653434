// The real binary as a server, and calls to it.
import { freePort, output, start, until } from "./process.mjs";

const ACCOUNT = { email: "bench@example.com", password: "only-for-the-bench-0123456789" };

/** `motherlode SERVE`, ready, on free ports. */
export async function serve(program, serve, env = {}, port = undefined) {
  const [main, live] = port ?? [await freePort(), await freePort()];
  const url = `http://127.0.0.1:${main}`;
  const server = start(program, [...serve, "--port", String(main), "--live-port", String(live)], env);
  const ready = until(`motherlode ${serve[0]}`, async () => (await fetch(`${url}/readyz`)).ok, { everyMs: 10 });
  await Promise.race([ready, server.gone.then(() => Promise.reject(new Error(server.log())))]);
  return { ...server, url, ports: [main, live] };
}

/** An administrator, made on the command line. */
export async function administrator(program, at, env = {}) {
  const args = ["user", "create", ACCOUNT.email, "--admin", "--password-stdin", ...at];
  await output(program, args, { env, input: `${ACCOUNT.password}\n` });
}

/** A client that is signed in. */
export async function signIn(url) {
  const { token } = (await call(`${url}/api/auth/login`, "POST", ACCOUNT)).data;
  return {
    post: (path, body) => call(url + path, "POST", body, token),
    get: (path) => call(url + path, "GET", undefined, token),
  };
}

async function call(url, method, body, token) {
  const headers = { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) };
  const response = await fetch(url, { method, headers, body: body && JSON.stringify(body) });
  const answer = await response.json();
  if (!response.ok) throw new Error(`${method} ${url}: ${response.status} ${JSON.stringify(answer).slice(0, 500)}`);
  return answer;
}
