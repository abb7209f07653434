// Databases for one measurement each, so that none finds what another left.
import { createRequire } from "node:module";

const pg = createRequire(new URL("../peers/package.json", import.meta.url))("pg");
const server = process.env.DATABASE_URL_TEST;
const redis = process.env.REDIS_URL_TEST.replace(/\/$/, "");

export const redisUrl = (number) => `${redis}/${number}`;
export const redisPort = new URL(redis).port;

/** Runs statements on a database of the server. */
export async function sql(url, text) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

/** Makes a database, hands its address over, and drops it. */
export async function withDatabase(name, use) {
  const url = server.replace(/[^/]*$/, name);
  await sql(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  await sql(server, `CREATE DATABASE ${name}`);
  try {
    return await use(url);
  } finally {
    await sql(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  }
}
