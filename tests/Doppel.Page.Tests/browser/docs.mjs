// Makes the pictures of docs/ui.md: the life of a person with too many photos, in a window of 1200 × 720 pixels. Called by
// eng/pictures, which says what it needs.
import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { browse, idle, open, ready, serve, test, until } from "./harness.mjs";
import { draw, film, sounding, tagged } from "./pictures.mjs";

const [home, target] = process.argv.slice(2);
const size = { width: 1200, height: 720 };

await test("docs", async (context) => {
  // The programs keep their journal and catalog there, too.
  context.folder = (...parts) => {
    const path = join(home, ...parts.filter((one) => one !== "home"));
    mkdirSync(path, { recursive: true });
    return path;
  };
  const put = (content, day, ...names) =>
    names.forEach((name) => {
      const path = join(home, name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, content);
      const modified = Date.UTC(2019, 5, 29 + day, 10) / 1000;
      utimesSync(path, modified, modified);
    });

  const browser = await browse(context);
  const drawn = await draw(browser, 14, { seed: 4, width: 900, height: 640 });
  const photos = drawn.map((picture, at) => tagged(picture, {
    description: `Holiday ${at + 1}`, make: "Canon", model: "Canon EOS 70D", artist: "Ann Miller",
  }));
  photos.forEach((photo, at) => {
    const name = `IMG_${2031 + at}.jpg`;
    const folder = at < 8 ? "2019/Norway" : "2020/Lake";
    put(photo, at, `Pictures/${folder}/${name}`);
    put(photo, at, `Pictures/Backup of laptop/${folder}/${name}`);
    if (at % 4 === 2) {
      put(photo, 900 + at, `Pictures/Phone/DCIM/2019062${at}_10.jpg`);
    }
  });
  put(photos[1], 1400, "Pictures/Downloads/IMG_2032 (1).jpg");
  put(sounding("Waves"), 30, "Pictures/2019/Norway/waves.wav", "Pictures/Backup of laptop/2019/Norway/waves.wav");
  put(film(), 31, "Pictures/2019/Norway/ferry.webm", "Pictures/Backup of laptop/2019/Norway/ferry.webm");
  const letter = "Dear Ann,\n\nthe cabin is free from the 24th. Bring warm clothes, and the camera.\n\nSigne\n";
  put(letter, 3, "Pictures/2019/Norway/cabin.txt", "Pictures/Backup of laptop/2019/Norway/cabin.txt");

  const pen = await browser.newPage();
  const shoot = async (page, name) => {
    const png = (await page.screenshot()).toString("base64");
    const webp = await pen.evaluate(async (text) => {
      const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${text}`)).blob());
      const canvas = Object.assign(document.createElement("canvas"), { width: image.width, height: image.height });
      canvas.getContext("2d").drawImage(image, 0, 0);
      return canvas.toDataURL("image/webp", 0.86).split(",")[1];
    }, png);
    writeFileSync(join(target, `ui-${name}.webp`), Buffer.from(webp, "base64"));
  };
  const start = async (roots, options = [], scheme = "light") => {
    const server = await serve(context, roots, options, { DISPLAY: ":77" });
    const page = await open(context, browser, server.address, { viewport: size, colorScheme: scheme });
    await ready(page);
    return [page, server];
  };
  const show = async (page, text) => {
    await page.getByRole("searchbox").fill(text);
    await page.locator(".group h2", { hasText: text }).waitFor();
    await page.keyboard.press("Escape");
    await page.waitForTimeout(700);
  };
  const view = (page, name) => page.getByRole("button", { name: new RegExp(`^${name}`) }).first().click();

  const root = join(home, "Pictures");
  let [page, server] = await start([root]);
  await page.locator(".row", { hasText: "IMG_2032" }).click();
  await page.locator(".known").getByText("Canon EOS 70D").waitFor();
  await page.waitForTimeout(700);
  await shoot(page, "pictures");
  await page.locator(".folder summary").first().click();
  await shoot(page, "folder");
  await page.locator(".folder summary").first().click();
  for (const [text, name] of [["cabin", "text"], ["waves", "sound"], ["ferry", "film"]]) {
    await show(page, text);
    await shoot(page, name);
  }
  await page.getByRole("searchbox").fill("");
  await ready(page);
  await view(page, "Folders");
  await page.waitForTimeout(700);
  await shoot(page, "folders");
  await view(page, "Map");
  await page.locator(".map button").first().waitFor();
  await page.waitForTimeout(300);
  await shoot(page, "map");
  await view(page, "Groups");
  await page.getByRole("button", { name: /^Search again/ }).click();
  await page.getByRole("dialog").waitFor();
  await shoot(page, "search");
  await page.keyboard.press("Escape");
  await page.keyboard.press("r");
  await page.getByRole("dialog", { name: "Review the plan" }).waitFor();
  await shoot(page, "plan");
  await page.getByRole("button", { name: /^Move/ }).click();
  await page.getByRole("dialog", { name: /^Done: / }).waitFor();
  await shoot(page, "result");
  await page.getByRole("button", { name: "Close" }).click();
  await page.getByRole("heading", { name: "All duplicates are in the trash" }).waitFor();
  await shoot(page, "end");
  await page.getByRole("button", { name: /^Restore/ }).click();
  await page.getByRole("dialog", { name: /^Undone: / }).getByRole("button", { name: "Close" }).click();
  await idle(page);
  await show(page, "IMG_2041");
  await page.keyboard.press("r");
  await page.getByRole("button", { name: /^Move/ }).click();
  await page.getByRole("dialog", { name: /^Done: / }).getByRole("button", { name: "Close" }).click();
  await page.keyboard.press("h");
  await page.locator(".past").first().waitFor();
  await page.waitForTimeout(300);
  await shoot(page, "history");
  await page.getByRole("button", { name: /^Restore/ }).first().click();
  await page.getByRole("dialog").getByRole("button", { name: /^Restore/ }).click();
  await page.getByRole("dialog", { name: /^Undone: / }).getByRole("button", { name: "Close" }).click();
  await idle(page);
  await server.stop();

  [page, server] = await start([root], [], "dark");
  await show(page, "IMG_2034");
  await page.getByRole("searchbox").fill("");
  await page.waitForTimeout(700);
  await shoot(page, "dark");
  await server.stop();

  // A disk in a drawer.
  put(photos[9], 5, "usb/2020/Lake/IMG_2040.jpg");
  execFileSync(join(dirname(process.env.DOPPEL_UI_EXE), "doppel"), ["catalog", "add", "photos-2020", join(home, "usb")], {
    env: { ...process.env, HOME: home },
  });
  [page, server] = await start([root, "catalog:photos-2020"]);
  await show(page, "IMG_2040");
  await shoot(page, "saved");
  await server.stop();
  rmSync(join(home, "usb"), { recursive: true });

  const other = { description: "Sunset over the fjord", make: "Canon", model: "Canon EOS 70D", artist: "Ann Miller", orientation: 3 };
  put(tagged(drawn[3], other), 3, "Pictures/Best of/IMG_2034.jpg");
  [page, server] = await start([root], ["--media"]);
  await page.getByRole("combobox", { name: "Tags" }).selectOption("1");
  await page.locator(".tags tbody tr").first().waitFor();
  await page.waitForTimeout(700);
  await shoot(page, "tags");
  await page.keyboard.press("c");
  await page.getByText(/pixels differ|pixels are the same/).waitFor();
  await shoot(page, "compare");
  await server.stop();
});
