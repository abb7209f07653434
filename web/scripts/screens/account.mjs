/** An account with the sample imported and the engines run on it, created by calls of the server only. */

export const PASSWORD = 'correct horse battery';
const RUN_LIMIT_MS = 180_000;

/** Parameters required for a meaningful result, by action. */
const VALUE = { valuePerLeadCents: 12_000 };
const LIMIT = { budgetCents: 500_000, hours: 80 };
const PARAMETERS = {
  'keyword analyse': VALUE,
  'keyword wins': VALUE,
  'strategic portfolio': LIMIT,
  'strategic scenarios': LIMIT,
  'strategic roadmap': LIMIT,
};

export class Account {
  /** `base`: address of the server. `email`: address of the account. */
  constructor(base, email, tokens) {
    this.base = base;
    this.email = email;
    this.tokens = tokens;
  }

  static async register(base, email) {
    const body = { email, password: PASSWORD, firstName: 'Ada', lastName: 'North' };
    const setupCode = process.env.MOTHERLODE_SETUP_CODE;
    return Account.#enter(base, '/api/auth/register', setupCode ? { ...body, setupCode } : body);
  }

  static async signIn(base, email) {
    return Account.#enter(base, '/api/auth/login', { email, password: PASSWORD });
  }

  static async #enter(base, path, body) {
    const account = new Account(base, body.email, {});
    account.tokens = (await account.call('POST', path, body)).data.tokens;
    return account;
  }

  async call(method, path, body) {
    const headers = { 'content-type': 'application/json' };
    if (this.tokens.accessToken) headers.authorization = `Bearer ${this.tokens.accessToken}`;
    const answer = await fetch(this.base + path, { method, headers, body: body && JSON.stringify(body) });
    const said = await answer.json();
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${said.detail ?? said.message}`);
    return said;
  }

  /** Waits for the end of a run and returns its status. */
  async ended(run) {
    const limit = Date.now() + RUN_LIMIT_MS;
    while (Date.now() < limit) {
      const now = (await this.call('GET', `/api/runs/${run.id}`)).run;
      if (now.status === 'succeeded') return now.status;
      if (['failed', 'cancelled'].includes(now.status)) return `${now.status}: ${now.error?.detail ?? 'no reason'}`;
      await new Promise((wake) => setTimeout(wake, 300));
    }
    return 'too long';
  }

  /** Imports the sample; returns the id of its website. */
  async importSample() {
    await this.call('POST', '/api/user/onboarding/complete');
    const { import: started, run, website } = await this.call('POST', '/api/imports/sample', {});
    if (run) await this.ended(run);
    return website?.id ?? started.websiteId;
  }

  /** Runs every action of every engine; returns a line for each. */
  async runEngines(websiteId) {
    const { engines } = await this.call('GET', '/api/intelligence-engines/status');
    const lines = [];
    for (const engine of engines.toSorted((one) => (one.id === 'keyword' ? -1 : 1))) {
      for (const action of engine.actions ?? []) lines.push(await this.#runAction(engine.id, action, websiteId));
    }
    return lines;
  }

  async #runAction(engineId, action, websiteId) {
    try {
      const body = { action, websiteId, parameters: PARAMETERS[`${engineId} ${action}`] ?? {} };
      const { run } = await this.call('POST', `/api/intelligence-engines/${engineId}/execute`, body);
      return `${engineId} ${action}: ${await this.ended(run)}`;
    } catch (error) {
      return `${engineId} ${action}: ${error.message}`;
    }
  }
}
