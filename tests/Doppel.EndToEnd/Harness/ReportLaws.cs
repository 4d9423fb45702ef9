using System.Text.Json;

namespace Doppel.EndToEnd.Harness;

/// <summary>What is true of every report, whatever was searched.</summary>
internal static class ReportLaws
{
    private static readonly string[] s_order =
    [
        "begin", "folders", "contained", "empty", "group", "media-group", "not-comparable", "unique", "problem",
        "summary",
    ];

    public static void Check(FindReport report)
    {
        CheckFrame(report);
        CheckOrder(report);
        foreach ((JsonElement element, ContentGroup group) in report.GroupElements.Zip(report.Groups))
        {
            CheckGroup(element, group);
        }

        long redundant = report.Groups.Sum(group => group.Copies.Count - 1);
        Assert.Equal(report.Groups.Count, report.Summary.GetProperty("groups").GetInt64());
        Assert.Equal(redundant, report.Summary.GetProperty("redundant_files").GetInt64());
        Assert.Equal(
            report.GroupElements.Sum(Redundant), report.Summary.GetProperty("redundant_bytes").GetInt64());
        Assert.Equal(report.Problems.Count, report.Summary.GetProperty("problems").GetInt64());

        // No inode and no name stands in two places.
        ContentCopy[] copies =
            [.. report.Groups.SelectMany(group => group.Copies), .. report.Uniques.Select(unique => unique.Copy)];
        Assert.Empty(Twice(copies.Select(copy => (copy.Device, copy.Inode))));
        Assert.Empty(Twice(copies.SelectMany(copy => copy.Names)));
    }

    private static void CheckFrame(FindReport report)
    {
        Assert.Equal("begin", report.Types[0]);
        Assert.Equal("summary", report.Types[^1]);
        Assert.Equal(1, report.Types.Count(type => type == "begin"));
        Assert.Equal(1, report.Types.Count(type => type == "summary"));
        Assert.Equal(report.Types.OrderBy(type => Array.IndexOf(s_order, type)), report.Types);
        Assert.Equal(1, report.Begin.GetProperty("schema").GetInt32());
    }

    private static void CheckOrder(FindReport report)
    {
        Assert.Equal(
            report.Groups.Zip(report.GroupElements).OrderByDescending(group => Redundant(group.Second))
                .ThenBy(group => FirstRoot(group.Second)).ThenBy(group => group.First.Copies[0].Names[0])
                .Select(group => $"{group.First}"),
            report.Groups.Select(group => $"{group}"));
        Assert.Equal(report.Problems.Select(problem => problem.Path).Order(), report.Problems.Select(p => p.Path));
        Assert.Equal(report.Uniques.Select(u => u.Copy.Names[0]).Order(), report.Uniques.Select(u => u.Copy.Names[0]));
    }

    private static int FirstRoot(JsonElement group) =>
        group.GetProperty("copies")[0].GetProperty("roots")[0].GetInt32();

    private static void CheckGroup(JsonElement element, ContentGroup group)
    {
        Assert.True(group.Copies.Count >= 2, "A group has two copies at least.");
        int[][] shared = FindReport.SharedOf(element);
        Assert.Equal(
            group.Size * (group.Copies.Count - shared.Sum(sharing => sharing.Length - 1) - 1), Redundant(element));
        Assert.Empty(Twice(shared.SelectMany(sharing => sharing)));
        Assert.All(shared, sharing => Assert.True(sharing.Length >= 2 && sharing.SequenceEqual(sharing.Order())));
        Assert.All(shared, sharing => Assert.InRange(sharing[^1], 1, group.Copies.Count - 1));
        string proof = element.GetProperty("proof").GetString()!;
        bool hasDigest = element.TryGetProperty("digest", out JsonElement digest)
            && digest.ValueKind == JsonValueKind.String;
        Assert.True(proof == "bytes" || (proof == "xxh3-128" && hasDigest), $"A proof is named, not {proof}.");
        Assert.True(!hasDigest || digest.GetString()!.Length == 32, "A digest has 128 bits.");
        int roots = element.GetProperty("copies")[0].GetProperty("roots").GetArrayLength();
        foreach (JsonElement copy in element.GetProperty("copies").EnumerateArray())
        {
            int names = copy.GetProperty("names").GetArrayLength();
            Assert.True(names >= 1 && names == copy.GetProperty("roots").GetArrayLength(), "Each name has its root.");
            long links = copy.GetProperty("links").GetInt64();
            Assert.True(links == 0 || links >= names, "An inode has no more names than links.");
        }

        Assert.True(roots > 0);
    }

    private static long Redundant(JsonElement group) => group.GetProperty("redundant_bytes").GetInt64();

    private static IEnumerable<T> Twice<T>(IEnumerable<T> all) =>
        all.GroupBy(one => one).Where(same => same.Count() > 1).Select(same => same.Key);
}
