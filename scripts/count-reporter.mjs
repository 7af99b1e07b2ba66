// Vitest reporter: ends the run with one plain line, "N passed, N failed, N skipped".
export default class CountReporter {
  onTestRunEnd(modules) {
    const count = { passed: 0, failed: 0, skipped: 0, pending: 0 };
    let brokenFiles = 0;
    for (const module of modules) {
      if (module.state() === "failed" && module.children.size === 0) brokenFiles++;
      for (const test of module.children.allTests()) count[test.result().state]++;
    }
    const failed = count.failed + brokenFiles;
    console.log(`${count.passed} passed, ${failed} failed, ${count.skipped + count.pending} skipped`);
  }
}
