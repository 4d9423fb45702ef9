// Identical files have one preview and a table of copies. Each can be shown in the file manager, and its path copied.
import { chmodSync, existsSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { access, browse, check, equal, judge, open, ready, serve, test, until } from "./harness.mjs";
import { draw, sounding, tagged } from "./pictures.mjs";

await test("copies", async (context) => {
  const root = context.folder("files");
  const browser = await browse(context);
  const [picture] = await draw(browser, 1, { seed: 7 });
  const put = (content, ...names) =>
    names.forEach((name, age) => {
      context.folder("files", ...name.split("/").slice(0, -1));
      writeFileSync(join(root, name), content);
      utimesSync(join(root, name), 1.5e9 + age * 1000, 1.5e9 + age * 1000);
    });
  const deep = "Photos/2019/Summer in the mountains/Italy/Florence";
  const odd = `${deep}/Rome, "Pisa" & more/50 %\u202e\nlake.jpg`;
  put(tagged(picture, { description: "A lake", artist: "Ann Miller" }), `${deep}/lake.jpg`, `Backup/${deep}/lake.jpg`, `${deep}/selected/the lake.jpg`, odd);
  put(sounding("Waves"), "Music/waves.wav", "Music/waves 2.wav");

  // Programs of the desktop that only write down how they were called.
  const tools = context.folder("tools");
  const calls = join(context.scratch, "calls");
  // They also write to their output, as browsers do long after they were started.
  const tool = (name, code) => {
    writeFileSync(join(tools, name), `#!/bin/sh\necho 1; sleep 0.3; echo 2; echo 3 >&2\nprintf '%s\\n' ${name} "$@" >>'${calls}'\nexit ${code}\n`);
    chmodSync(join(tools, name), 0o755);
  };
  tool("dbus-send", 0);
  tool("xdg-open", 0);
  const desktop = { PATH: `${tools}:${process.env.PATH}`, DISPLAY: ":77" };
  const server = await serve(context, [root], [], desktop);
  const page = await open(context, browser, server.address);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await ready(page);
  const show = async (text) => {
    await page.getByRole("searchbox").fill(text);
    await page.locator(".group h2", { hasText: text }).waitFor();
    await page.keyboard.press("Escape");
  };

  await show("lake");
  const row = (text) => page.locator(".copies .copy", { hasText: text });
  await page.locator(".known").getByText("320 × 240").waitFor();
  equal(await page.locator(".group img").count(), 1, "pictures of the group");
  equal(await page.locator(".copies .copy").count(), 4, "copies of the group");
  equal(await page.getByRole("button", { name: /^Compare/ }).count(), 0, "buttons to compare what is equal");
  await page.keyboard.press("c");
  equal(await page.getByRole("dialog").count(), 0, "dialogs after the key to compare");
  const facts = () => page.locator(".known > div").evaluateAll((all) => all.map((one) => one.innerText.replace(/\n+/, ": ")));
  await until(async () => (await facts()).join() === "Pixels: 320 × 240,Artist: Ann Miller", `the facts of the picture are shown: ${await facts()}`, 5);

  // What differs is emphasized, and a long common part gives way.
  equal(await row("Backup").locator(".own").allInnerTexts(), ["Backup/"], "what is only in the path of the backup");
  equal(
    (await row("the lake").locator("summary").innerText()).trim(), "Photos/…/Florence/selected",
    "the folder of a copy",
  );
  const facing = await page.locator(".copies .copy").evaluateAll((all) => all.map((one) => one.getBoundingClientRect().bottom));
  check(facing[2] < 752, `The third of four copies ends at ${facing[2]} pixels, below the window.`);

  // Shown in the file manager, by an address without anything that it could take for another one.
  const called = async (count) => {
    await until(() => existsSync(calls) && readFileSync(calls, "utf8").split("\n").length > count, "a program of the desktop is called");
    return readFileSync(calls, "utf8").split("\n").slice(0, -1);
  };
  const address = (name) => `file://${[...Buffer.from(name)].map((one) => {
    const character = String.fromCharCode(one);
    return /[A-Za-z0-9/._~-]/.test(character) ? character : `%${one.toString(16).toUpperCase().padStart(2, "0")}`;
  }).join("")}`;
  const oddRow = row("Rome");
  await oddRow.getByRole("button", { name: "Show", exact: true }).click();
  equal((await called(7)).slice(-2), [`array:string:${address(join(root, odd))}`, "string:"], "what the file manager is asked to show");

  // Without such a file manager, the folder is opened.
  rmSync(calls);
  tool("dbus-send", 1);
  await oddRow.getByRole("button", { name: "Show", exact: true }).click();
  await until(() => existsSync(calls) && readFileSync(calls, "utf8").includes("xdg-open\n"), "the folder is opened");
  await until(() => readFileSync(calls, "utf8").endsWith(`xdg-open\n${address(join(root, odd.slice(0, odd.lastIndexOf("/"))))}\n`), "its address");
  for (const name of ["dbus-send", "xdg-open"]) {
    rmSync(join(tools, name));
  }

  // What is copied is what is shown: a path with a line break would otherwise run as a command where it is pasted.
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  await row("Backup").getByRole("button", { name: "Copy path" }).click();
  await row("Backup").getByRole("button", { name: "Copied" }).waitFor();
  equal(await clipboard(), join(root, `Backup/${deep}/lake.jpg`), "the path that was copied");
  await oddRow.getByRole("button", { name: "Copy path" }).click();
  await until(async () => (await clipboard()).includes("Rome"), "the other path was copied");
  check(!/[\u0000-\u001f\u202e]/.test(await clipboard()), "A control character was copied.");
  await judge(page, "a table of copies");

  await show("waves");
  await until(async () => (await facts()).join() === "Title: Waves", "the facts of the sound are shown");
  equal(await access(page), [], "what axe-core finds in the facts of a sound");
  await server.stop();
  page.checkFaults();

  // Over ssh there is no desktop to show anything on.
  const remote = await serve(context, [root], [], { ...desktop, SSH_CONNECTION: "192.0.2.1 4000 192.0.2.2 22" });
  const other = await open(context, browser, remote.address);
  await ready(other);
  await other.getByRole("button", { name: "Copy path" }).first().waitFor();
  equal(await other.getByRole("button", { name: "Show", exact: true }).count(), 0, "buttons for a file manager over ssh");
  other.checkFaults();
});
