import type { FullResult, Reporter, TestCase } from '@playwright/test/reporter';

/** Journeys of a round that may need their retry: on a loaded machine one wait in some thousand exceeds any limit. */
const MOST_FLAKY = 2;

/** Fails a round in which more journeys passed only at their retry; the list reporter names them and what failed. */
export default class FlakyLimit implements Reporter {
  private readonly tests = new Set<TestCase>();

  onTestEnd(test: TestCase): void {
    this.tests.add(test);
  }

  async onEnd({ status }: FullResult): Promise<{ status: FullResult['status'] }> {
    const flaky = [...this.tests].filter((test) => test.outcome() === 'flaky').length;
    if (flaky <= MOST_FLAKY) return { status };
    process.stderr.write(`${flaky} journeys needed a retry; at most ${MOST_FLAKY} may\n`);
    return { status: 'failed' };
  }
}
