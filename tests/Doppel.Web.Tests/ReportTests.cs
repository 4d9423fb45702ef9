using System.Text.Json;
using Doppel.Testing.Trees;

namespace Doppel.Web.Tests;

public sealed class ReportTests
{
    [Fact]
    public async Task The_folders_of_a_report_are_decided_and_empty_ones_listed()
    {
        await using UiRig rig = await UiRig.OpenAt("report.json", Tree);
        JsonElement found = (await rig.State()).GetProperty("found");
        string root = rig.Tree.Folder + "/root/";
        string[] groups =
        [
            .. (await rig.Get("api/folder-groups")).Json.GetProperty("groups").EnumerateArray().Select(group =>
                $"{group.GetProperty("match")}, {group.GetProperty("files")} files, {group.GetProperty("bytes")} B: "
                + string.Join(' ', group.GetProperty("folders").EnumerateArray().Select(folder =>
                    $"{folder.GetProperty("path")}".Replace(root, "")))),
        ];
        Assert.Equal(["name, 2 files, 7 B: a b", "contained, 1 files, 5 B: e d"], groups);
        Assert.Equal(2, found.GetProperty("folderGroups").GetInt32());
        Assert.Equal(1, found.GetProperty("emptyFolderCount").GetInt32());
        Assert.Equal(
            [root + "new"], found.GetProperty("emptyFolders").EnumerateArray().Select(static one => one.GetString()));
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
