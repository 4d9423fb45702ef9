// A report in HTML: one file that needs nothing else, can be filtered and sorted, and is accessible, light and dark.
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { access, browse, check, equal, program, test, until } from "./harness.mjs";

const doppel = process.env.DOPPEL_EXE || join(dirname(program), "../../Doppel.Cli/release/doppel");

await test("report", async (context) => {
  const root = context.folder("files");
  const put = (content, ...names) =>
    names.forEach((name) => {
      context.folder("files", ...name.split("/").slice(0, -1));
      writeFileSync(join(root, name), content);
    });
  put("a".repeat(20_000), "photos/lake.jpg", "backup/lake.jpg");
  put("b".repeat(9_000), "photos/alps.jpg", "backup/alps.jpg", "phone/alps.jpg", "phone/alps copy.jpg");
  put("c".repeat(5_000), "music/<script>alert(1)</script>.mp3", "backup/zebra \u202e.mp3");
  const report = join(context.folder("reports"), "report.html");
  const environment = { ...process.env, HOME: context.folder("home") };
  execFileSync(doppel, ["find", root, "--catalog", "none", "--format", "html", "-o", report], { env: environment, stdio: "pipe" });

  const browser = await browse(context);
  for (const [colorScheme, width] of [["light", 1280], ["dark", 360]]) {
    const session = await browser.newContext({ viewport: { width, height: 800 }, colorScheme });
    const page = await session.newPage();
    const faults = [];
    page.on("pageerror", (error) => faults.push(String(error)));
    page.on("console", (line) => faults.push(line.text()));
    page.on("dialog", (dialog) => faults.push(dialog.message()));
    page.on("request", (request) => {
      if (!/^(file|data):/.test(request.url())) {
        faults.push(request.url());
      }
    });
    await page.goto(`file://${report}`);
    const shown = () => page.locator("details:visible").evaluateAll((all) =>
      all.map((one) => ["lake", "alps", "mp3"].find((name) => one.textContent.includes(name))));
    equal(await shown(), ["alps", "lake", "mp3"], "the groups, the most space first");
    await page.getByLabel("Sort by").selectOption("copies");
    equal((await shown())[0], "alps", "the group with the most copies");
    await page.getByLabel("Sort by").selectOption("");
    await page.getByLabel("Filter").fill("LAKE");
    await until(async () => (await shown()).join() === "lake", `one group matches, not ${await shown()}`, 5);
    await page.getByLabel("Filter").fill("");
    await until(async () => (await shown()).length === 3, "all groups are shown again", 5);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    check(wide <= width, `The report is ${wide} pixels wide in a window of ${width}.`);
    equal(faults, [], "faults of the report");

    // Its policy allows no other script, so axe-core needs a page without one.
    const free = await browser.newContext({ viewport: { width, height: 800 }, colorScheme, bypassCSP: true });
    const judged = await free.newPage();
    await judged.goto(`file://${report}`);
    equal(await access(judged), [], `what axe-core finds in the report, ${colorScheme}`);
  }
});
