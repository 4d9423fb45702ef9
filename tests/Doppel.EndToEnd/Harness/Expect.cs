namespace Doppel.EndToEnd.Harness;

/// <summary>Assertions that say what differs.</summary>
internal static class Expect
{
    /// <summary>The report holds exactly these groups in this order.</summary>
    public static void Groups(IReadOnlyList<ContentGroup> expected, FindReport report, string about = "")
    {
        string difference = Comparer.Difference(expected, report.Groups);
        if (difference.Length > 0)
        {
            Assert.Fail($"{about}\n{difference}");
        }
    }

    /// <summary>The report holds exactly these groups; a group is written as in "a = link | b".</summary>
    public static void Groups(TempTree tree, string[] expected, FindReport report) => Assert.Equal(
        expected.Order(StringComparer.Ordinal),
        report.Groups.Select(group => Shown(tree, group)).Order(StringComparer.Ordinal));

    /// <summary>A report as fdupes has exactly these groups of names; the order does not matter.</summary>
    public static void FdupesGroups(IEnumerable<IEnumerable<string>> expected, string output, string about)
    {
        string[] groups = Ordered(expected);
        string[] found = Ordered(output.Split("\n\n", StringSplitOptions.RemoveEmptyEntries)
            .Select(static group => group.Split('\n', StringSplitOptions.RemoveEmptyEntries)));
        Assert.True(groups.SequenceEqual(found), $"{about}:\n{string.Join("\n\n", groups)}\n---\n{output}");
    }

    private static string[] Ordered(IEnumerable<IEnumerable<string>> groups) =>
    [
        .. groups.Select(static group => string.Join('\n', group.Order(StringComparer.Ordinal)))
            .Order(StringComparer.Ordinal),
    ];

    // Copies between bars, names of one copy between equal signs, below the tree's folder.
    private static string Shown(TempTree tree, ContentGroup group) => string.Join(
        " | ", group.Copies.Select(copy => string.Join(" = ", copy.Names.Select(name => Below(tree, name)))));

    private static string Below(TempTree tree, ByteName name) => $"{name}".Replace(tree.Folder + "/", "");
}
