using System.Text;

namespace Doppel.EndToEnd.Harness;

/// <summary>What find, realpath and stat say of the links below some roots.</summary>
internal static class LinkJudge
{
    /// <summary>More names, links to what is there, to what is not, to links, and from names of any bytes.</summary>
    public static void AddLinks(TempTree tree, Random random)
    {
        ProcessEnd found = Tool.Run("find", tree.Folder, "-mindepth", "1", "-print0").MustSucceed();
        List<ByteName> all = [.. Split(found.Output)];
        for (int i = 0; i < 40; i++)
        {
            ByteName some = all[random.Next(all.Count)];
            ByteName other = all[random.Next(all.Count)];
            ByteName name = (ByteName)$"link{i}" + ByteName.Of((byte)random.Next(1, 47), (byte)random.Next(128, 256));
            ByteName relative = Below(tree.Folder, some);
            ByteName target = random.Next(5) switch
            {
                0 => some,
                1 => relative,
                2 => "../" + relative,
                3 => relative + "/..",
                _ => some + "/" + ByteName.Of(255),
            };
            tree.AddSymbolicLink(name, target);
            all.Add(tree[name]);
            if (Tool.Run("test", "-f", other, "-a", "!", "-L", other).ExitCode == 0)
            {
                tree.AddHardLink("hard" + name, Below(tree.Folder, other));
            }
        }
    }

    /// <summary>A path from a folder on.</summary>
    public static ByteName Below(ByteName folder, ByteName name) => new(name.Bytes.AsSpan(folder.Length + 1));

    /// <summary>Lists the links and compares them with what the tools say.</summary>
    public static void Check(string about, params ByteName[] roots)
    {
        LinkListing listing = LinkListing.Of(roots);

        // Inode and device, names it has, names found.
        string[] expected = [.. Records("-type", "f", "-links", "+1", "-printf", "%D %i %n %p\\0").Select(ToWords)
            .GroupBy(words => $"{words[0]} {words[1]} {words[2]}", words => words[3])
            .Select(set => $"{set.Key}: {string.Join('|', set.Order(StringComparer.Ordinal))}")
            .Order(StringComparer.Ordinal)];
        string[] found = [.. listing.Hard
            .Select(set => $"{set.Copy.Device} {set.Copy.Inode} {set.Links}: "
                + string.Join('|', set.Copy.Names.Select(Latin1).Order(StringComparer.Ordinal)))
            .Order(StringComparer.Ordinal)];
        Assert.True(expected.SequenceEqual(found), Difference(about, expected, found));
        Assert.All(listing.Hard, set => Assert.Equal(set.Links - set.Copy.Names.Count, set.Outside));

        // %l is what readlink says, %Y the type of what the link leads to: N is nothing, L a loop.
        string[] links = [.. Records("-type", "l", "-printf", "%p\\0%l\\0%Y\\0").Chunk(3)
            .Select(link => $"{link[0]} -> {link[1]} {StateOf(link[2])}").Order(StringComparer.Ordinal)];
        string[] listed = [.. listing.Symbolic
            .Select(link => $"{Latin1(link.Name)} -> {Latin1(link.Target)} {link.State}")
            .Order(StringComparer.Ordinal)];
        Assert.True(links.SequenceEqual(listed), Difference(about, links, listed));
        CheckPlaces(about, roots, listing);

        IEnumerable<string> Records(params ByteName[] arguments) =>
            Split(Tool.Run("find", [.. roots, .. arguments]).MustSucceed().Output).Select(Latin1);
    }

    // realpath tells where links lead, stat on which device that lies.
    private static void CheckPlaces(string about, ByteName[] roots, LinkListing listing)
    {
        LinkListing.SymbolicLink[] leading =
            [.. listing.Symbolic.Where(link => link.State is "file" or "folder" or "special")];
        if (leading.Length == 0)
        {
            return;
        }

        ByteName[] names = [.. leading.Select(link => link.Name)];
        ByteName[] places = [.. Split(Tool.Run("realpath", ["-z", "--", .. names]).MustSucceed().Output)];
        string[] devices = Lines(Tool.Run("stat", ["-c", "%d", "--", .. names]));
        string[] others = Lines(Tool.Run("stat", ["-L", "-c", "%d", "--", .. names]));
        for (int i = 0; i < leading.Length; i++)
        {
            Assert.True(places[i] == leading[i].Final, $"{about}: {leading[i]}: {places[i]}");
            bool leaves = !roots.Any(root => places[i] == root || places[i].StartsWith(root + "/"));
            Assert.True(leaves == leading[i].Leaves, $"{about}: {leading[i]}");
            Assert.True(devices[i] != others[i] == leading[i].Crosses, $"{about}: {leading[i]}");
        }
    }

    private static string StateOf(string type) => type switch
    {
        "f" => "file",
        "d" => "folder",
        "N" => "broken",
        "L" => "loop",
        _ => "special",
    };

    private static string[] ToWords(string record) => record.Split(' ', 4);

    private static string[] Lines(ProcessEnd end) => end.MustSucceed().OutputText.TrimEnd('\n').Split('\n');

    private static string Latin1(ByteName name) => Encoding.Latin1.GetString(name.Bytes);

    private static string Difference(string about, string[] expected, string[] found) =>
        $"{about}\nmissing: {string.Join('\n', expected.Except(found))}\n"
        + $"too much: {string.Join('\n', found.Except(expected))}";

    /// <summary>Names that end with NUL.</summary>
    public static IEnumerable<ByteName> Split(byte[] records)
    {
        int start = 0;
        int end;
        while ((end = Array.IndexOf(records, (byte)0, start)) >= 0)
        {
            yield return new ByteName(records.AsSpan(start, end - start));
            start = end + 1;
        }
    }
}
