/** The calls of the account pages. What is not said here does nothing and answers well. */
const told = (message) => [200, { message }];
const AGENT = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

export function accountPages() {
  const state = { mfa: false, apiKeys: [], invites: [], ended: new Set() };
  const now = () => new Date().toISOString();
  const session = (id, current, userAgent) => ({
    id,
    current,
    userAgent,
    address: '127.0.0.1',
    createdAt: now(),
    lastSeenAt: now(),
    expiresAt: now(),
  });
  const createKey = ({ body }) => {
    const apiKey = { ...body, id: crypto.randomUUID(), prefix: 'ml_4f9a2', createdAt: now(), lastUsedAt: null };
    state.apiKeys.push({ expiresAt: null, ...apiKey });
    return [201, { apiKey, key: `ml_4f9a2${crypto.randomUUID().replaceAll('-', '')}` }];
  };
  const confirmMfa = () => {
    state.mfa = true;
    return [200, { recoveryCodes: Array.from({ length: 10 }, () => crypto.randomUUID().slice(0, 18).toUpperCase()) }];
  };
  const audit = (user) => [
    {
      id: '1',
      at: now(),
      action: 'session.signed_in',
      address: '127.0.0.1',
      userAgent: AGENT,
      detail: {},
      userId: user.id,
    },
    {
      id: '2',
      at: now(),
      action: 'password.changed',
      address: '127.0.0.1',
      userAgent: AGENT,
      detail: { sessionsEnded: 2 },
      userId: user.id,
    },
  ];
  return [
    ['POST', /^\/api\/auth\/forgot-password$/, () => told('ok'), true],
    [
      'POST',
      /^\/api\/auth\/reset-password$/,
      ({ body }) => (body.token === 'good' ? told('ok') : [422, 'This link is not valid any more.']),
      true,
    ],
    [
      'POST',
      /^\/api\/auth\/verify-email$/,
      ({ body }) => (body.token === 'good' ? told('ok') : [422, 'This link is not valid any more.']),
      true,
    ],
    ['POST', /^\/api\/auth\/resend-verification$/, () => told('ok'), true],
    ['POST', /^\/api\/auth\/change-(password|email)$/, () => told('Open the link that we sent to the new address.')],
    ['GET', /^\/api\/auth\/mfa$/, () => [200, { enabled: state.mfa, recoveryCodesLeft: state.mfa ? 10 : 0 }]],
    [
      'POST',
      /^\/api\/auth\/mfa\/setup$/,
      ({ user }) => [
        200,
        {
          secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
          otpauthUrl: `otpauth://totp/Motherlode:${user.email}?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Motherlode`,
        },
      ],
    ],
    ['POST', /^\/api\/auth\/mfa\/confirm$/, confirmMfa],
    [
      'POST',
      /^\/api\/auth\/mfa\/disable$/,
      () => {
        state.mfa = false;
        return [200, {}];
      },
    ],
    [
      'GET',
      /^\/api\/auth\/sessions$/,
      () => [
        200,
        {
          sessions: [
            session('1', true, AGENT),
            session(
              '2',
              false,
              'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1',
            ),
          ].filter(({ id }) => !state.ended.has(id)),
        },
      ],
    ],
    [
      'DELETE',
      /^\/api\/auth\/sessions\/(.+)$/,
      ({ id }) => {
        state.ended.add(id);
        return [200, {}];
      },
    ],
    ['GET', /^\/api\/user\/audit-log$/, ({ user }) => [200, { audit: audit(user), nextCursor: null }]],
    ['GET', /^\/api\/user\/api-keys$/, () => [200, { apiKeys: state.apiKeys }]],
    ['POST', /^\/api\/user\/api-keys$/, createKey],
    [
      'DELETE',
      /^\/api\/user\/api-keys\/(.+)$/,
      ({ id }) => {
        state.apiKeys = state.apiKeys.filter((key) => key.id !== id);
        return [200, {}];
      },
    ],
    ['GET', /^\/api\/workspaces$/, ({ user }) => [200, { workspaces: user.workspaces }]],
    [
      'GET',
      /^\/api\/workspaces\/[^/]+\/members$/,
      ({ user }) => [
        200,
        {
          members: [
            { userId: user.id, name: user.name, email: user.email, role: 'owner', joinedAt: now() },
            { userId: 'b', name: 'Bo East', email: 'bo@example.com', role: 'viewer', joinedAt: now() },
          ],
        },
      ],
    ],
    ['GET', /^\/api\/workspaces\/[^/]+\/invites$/, () => [200, { invites: state.invites }]],
    [
      'POST',
      /^\/api\/workspaces\/[^/]+\/invites$/,
      ({ body }) => {
        state.invites.push({ ...body, id: crypto.randomUUID(), createdAt: now(), expiresAt: now() });
        return [201, { invite: body }];
      },
    ],
    ['POST', /^\/api\/contact$/, () => told('ok'), true],
    ['POST', /^\/api\/themes\/extract$/, () => [501, 'Not here']],
    [
      'GET',
      /^\/api\/admin\/queue$/,
      () => [
        200,
        {
          queue: 'memory',
          database: 'sqlite',
          lanes: [
            { lane: 'interactive', queued: 0, running: 1, delivering: 0 },
            { lane: 'batch', queued: 12, running: 4, delivering: 3 },
          ],
        },
      ],
    ],
    [
      'GET',
      /^\/api\/admin\/workers$/,
      () => [
        200,
        {
          workers: [
            {
              id: 'w',
              host: 'box',
              pid: 4711,
              lanes: ['interactive', 'batch'],
              slots: 8,
              busy: 5,
              startedAt: now(),
              heartbeatAt: now(),
            },
          ],
        },
      ],
    ],
    [
      'GET',
      /^\/api\/admin\/users$/,
      ({ user }) => [
        200,
        {
          users: [user, { ...user, id: 'b', name: 'Bo East', email: 'bo@example.com', role: 'free' }],
          nextCursor: null,
        },
      ],
    ],
    ['GET', /^\/api\/admin\/audit-log$/, ({ user }) => [200, { audit: audit(user), nextCursor: null }]],
    [
      'GET',
      /^\/api\/admin\/outbox$/,
      () => [
        200,
        {
          mails: [
            {
              id: 'm',
              to: 'bo@example.com',
              subject: 'Set a new password',
              text: 'Follow the link.',
              status: 'kept',
              createdAt: now(),
              sentAt: null,
              error: null,
            },
          ],
          nextCursor: null,
        },
      ],
    ],
  ];
}
