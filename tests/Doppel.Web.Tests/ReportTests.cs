using System.Text.Json;
using Doppel.Testing.Trees;

namespace Doppel.Web.Tests;

public sealed class ReportTests
{
    [Fact]
    public async Task The_folders_of_a_report_are_listed_with_what_it_says_about_them()
    {
        await using UiRig rig = await UiRig.OpenAt("report.json", Tree);
        JsonElement found = (await rig.State()).GetProperty("found");
        string[] folders =
        [
            .. found.GetProperty("folders").EnumerateArray().Select(folder =>
                $"{folder.GetProperty("name")} {folder.GetProperty("reason")}".Replace(rig.Tree.Folder + "/root", "")),
        ];
        Assert.Equal(
            [
                "/b is identical to /a (2 files, 7 B)", "/e has nothing that is not in /d (1 file, 5 B)",
                "/new is empty",
            ],
            folders);
        Assert.Equal(3, found.GetProperty("folderCount").GetInt32());
    }

    private static void Tree(TempTree tree)
    {
        foreach (string folder in (string[])["a", "b"])
        {
            tree.AddFile($"root/{folder}/one", "one");
            tree.AddFile($"root/{folder}/four", "four");
        }

        tree.AddFile("root/d/five", "fiver");
        tree.AddFile("root/d/more", "more of it");
        tree.AddFile("root/e/five", "fiver");
        tree.AddFolder("root/new");
        string report = Path.Combine(tree.Folder, "report.json");
        UiRig.Run(tree, "find", "--folders", "--json", "-o", report, Path.Combine(tree.Folder, "root"));
    }
}
