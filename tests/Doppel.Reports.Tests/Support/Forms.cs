using System.Globalization;
using System.Text;
using Xunit;

namespace Doppel.Reports.Tests.Support;

/// <summary>The one place where the tests call the writer and the reader, and where reports are compared.</summary>
internal static class Forms
{
    public static TheoryData<ReportFormat, bool> All { get; } = new()
    {
        { ReportFormat.Text, false },
        { ReportFormat.Json, false },
        { ReportFormat.Fdupes, false },
        { ReportFormat.Fdupes, true },
        { ReportFormat.Csv, false },
        { ReportFormat.Fclones, false },
        { ReportFormat.Html, false },
    };

    public static byte[] Write(Report report, ReportWriteOptions options) => Write(report, options, out _);

    public static byte[] Write(Report report, ReportWriteOptions options, out ReportWriteResult result)
    {
        using var stream = new MemoryStream();
        result = ReportWriter.Write(report, stream, options);
        return stream.ToArray();
    }

    public static string WriteText(Report report, ReportWriteOptions options) =>
        Encoding.UTF8.GetString(Write(report, options));

    public static Report Read(byte[] bytes, ReportReadOptions? options = null)
    {
        using var stream = new MemoryStream(bytes);
        return ReportReader.ReadAll(stream, options);
    }

    public static ReportFormatException Fails(string text, ReportFormat? format = null) =>
        Assert.Throws<ReportFormatException>(
            () => Read(Encoding.UTF8.GetBytes(text), new ReportReadOptions { Format = format }));

    /// <summary>What a format carries of a report: what reading back must give.</summary>
    public static Report Carried(Report report, ReportFormat format, bool nul) => format switch
    {
        ReportFormat.Json or ReportFormat.Html => report,
        ReportFormat.Csv => Recount(report with
        {
            Begin = NoBegin,
            Groups = report.Groups.Select(g => g with { Shared = null, Copies = [.. g.Copies.Select(Alone)] }),
            Uniques = report.Uniques.Select(u => u with { Copy = Alone(u.Copy) }),
            Problems = [],
        }),
        ReportFormat.Fclones => Recount(report with
        {
            Groups = report.Groups.Select(g => Flat(g, g.Size) with { Proof = Proof.Digest, Digest = g.Digest }),
            Uniques = [],
            Problems = [],
        }),
        ReportFormat.Text => CarriedByText(report),
        _ => Recount(report with
        {
            Begin = NoBegin,
            Groups = Kept(report.Groups, everyName: nul).Select(g => Flat(g, -1) with { Proof = Proof.Unstated }),
            Uniques = [],
            Problems = [],
        }),
    };

    /// <summary>A report as text that shows every field, to compare by.</summary>
    public static string Show(Report report)
    {
        var text = new StringBuilder();
        ReportBegin begin = report.Begin;
        text.AppendLine(CultureInfo.InvariantCulture, $"begin {begin.Schema} {begin.Version} {begin.Started}");
        text.AppendLine($"{Show(begin.Command)} {Show([begin.WorkingDirectory])} {Show(begin.Roots)}");
        foreach (ReportFolderGroup group in report.FolderGroups)
        {
            string folders = string.Join(' ', group.Folders.Select(Show));
            text.AppendLine(
                CultureInfo.InvariantCulture,
                $"folders {group.Match} {group.Content} {group.RedundantBytes} {folders}");
        }

        foreach (ReportContainedFolder item in report.ContainedFolders)
        {
            text.AppendLine(
                CultureInfo.InvariantCulture,
                $"contained {item.Content} {item.RedundantBytes} {Show(item.Folder)} {Show(item.Container)}");
        }

        foreach (ReportFolder folder in report.EmptyFolders)
        {
            text.AppendLine($"empty {Show(folder)}");
        }

        foreach (ReportGroup group in report.Groups)
        {
            text.AppendLine(Show(group));
        }

        foreach (ReportMediaGroup group in report.MediaGroups)
        {
            text.AppendLine(Show(group));
        }

        foreach (ReportNotComparable item in report.NotComparable)
        {
            text.AppendLine(
                CultureInfo.InvariantCulture,
                $"not comparable {Show([item.Path])} {item.Root} {item.Format}|{item.Reason}");
        }

        foreach (ReportUnique unique in report.Uniques)
        {
            text.AppendLine(Show(unique));
        }

        foreach (ReportProblem problem in report.Problems)
        {
            text.AppendLine(
                CultureInfo.InvariantCulture,
                $"problem {Show([problem.Path])} {problem.Step}|{problem.Reason}|{problem.Message}");
        }

        ReportSummary summary = report.Summary;
        text.AppendLine((summary with { Stages = [] }).ToString());
        text.AppendJoin(',', summary.Stages);
        return text.ToString();
    }

    public static string Show(ReportGroup group)
    {
        var text = new StringBuilder();
        text.Append(
            CultureInfo.InvariantCulture,
            $"group {group.Size} {group.Proof} {group.Digest?.ToString() ?? "-"} {group.RedundantBytes}"
                + $" {group.FreedBytes?.ToString(CultureInfo.InvariantCulture) ?? "-"}");
        foreach (IReadOnlyList<int> sharing in group.Shared ?? [])
        {
            text.Append(CultureInfo.InvariantCulture, $" [{string.Join(',', sharing)}]");
        }

        foreach (ReportCopy copy in group.Copies)
        {
            text.Append("\n  ").Append(Show(copy));
        }

        return text.ToString();
    }

    public static string Show(ReportMediaGroup group)
    {
        var text = new StringBuilder($"media {group.Format} {group.Policy} {group.Proof} {group.Digest}");
        text.Append(CultureInfo.InvariantCulture, $" {group.PayloadBytes} {group.RedundantBytes}");
        foreach (ReportMediaCopy copy in group.Copies)
        {
            text.Append(CultureInfo.InvariantCulture, $"\n  {copy.Size} {copy.Content} {copy.CoverBytes}");
            text.Append(CultureInfo.InvariantCulture, $" {copy.Taken:O} {Show(copy.Copy)}");
            foreach (ReportTag tag in copy.Tags)
            {
                text.Append($"\n    {tag.Name}={string.Join('|', tag.Values)}");
            }
        }

        return text.ToString();
    }

    public static string Show(ReportUnique unique) => $"unique {unique.Size} {Show(unique.Copy)}";

    private static string Show(ReportCopy copy)
    {
        string followed = copy.Followed is null ? "-" : string.Join(',', copy.Followed);
        string facts = string.Create(
            CultureInfo.InvariantCulture,
            $"{copy.Links} {copy.Device} {copy.Inode} {copy.Allocated} {copy.Owner} {copy.Group} {copy.Mode}");
        string companions = copy.Companions is { } all ? Show(all) : "-";
        string names = $"{Show(copy.Names)} r[{string.Join(',', copy.Roots)}] f[{followed}] +{companions}";
        return $"{names} {facts} {copy.Modified}";
    }

    private static string Show(ReportFolder folder) =>
        string.Create(CultureInfo.InvariantCulture, $"{Show([folder.Name])} r{folder.Root}");

    private static string Show(IReadOnlyList<ReportName> names) =>
        "<" + string.Join(' ', names.Select(n => Convert.ToHexString(n.Bytes))) + ">";

    private static ReportBegin NoBegin { get; } = new()
    {
        Version = "",
        Command = [],
        WorkingDirectory = default,
        Roots = [],
        Started = default,
    };

    private static Report CarriedByText(Report report)
    {
        ReportGroup[] groups = Kept(report.Groups, everyName: true)
            .Select(g => g with { Copies = g.Copies.Select(Bare).ToArray(), Shared = null }).ToArray();
        ReportUnique[] uniques = report.Uniques
            .Select(u => new ReportUnique(-1, Bare(u.Copy)))
            .Where(u => u.Copy.Names.Count > 0).ToArray();
        ReportFolderGroup[] folders = report.FolderGroups
            .Select(g => g with { Folders = g.Folders.Select(Bare).ToArray() })
            .ToArray();
        ReportContainedFolder[] contained = report.ContainedFolders
            .Select(c => c with { Folder = Bare(c.Folder), Container = Bare(c.Container) }).ToArray();
        ReportFolder[] empty = report.EmptyFolders.Select(Bare).ToArray();
        ReportMediaGroup[] media = report.MediaGroups
            .Select(g => g with { Copies = g.Copies.Select(Bare).ToArray() }).ToArray();
        return new Report
        {
            Begin = NoBegin,
            FolderGroups = folders,
            ContainedFolders = contained,
            EmptyFolders = empty,
            Groups = groups,
            MediaGroups = media,
            Uniques = uniques,
            Summary = Samples.Summary(groups, report.Summary.Complete) with
            {
                Unique = uniques.Length,
                Folders = report.Summary.Folders is null ? null : Samples.Totals(folders, contained, empty),
                Media = report.Summary.Media is { } totals
                    ? Samples.Totals(media, report.NotComparable.Count(), totals.LooseGroups) : null,
            },
        };
    }

    /// <summary>The groups without the names that lines cannot hold.</summary>
    private static IEnumerable<ReportGroup> Kept(IEnumerable<ReportGroup> groups, bool everyName) => groups
        .Select(g => everyName ? g : g with { Copies = g.Copies.Select(WithoutBreaks).ToArray() })
        .Select(g => g with { RedundantBytes = g.Size * (ListedStorages(g) - 1), FreedBytes = null })
        .Select(g => g with { Copies = g.Copies.Where(c => c.Names.Count > 0).ToArray() })
        .Where(g => g.Copies.Count > 1);

    private static int ListedStorages(ReportGroup group) => Enumerable.Range(0, group.Copies.Count)
        .Where(copy => group.Copies[copy].Names.Count > 0)
        .Select(copy => group.Shared?.FirstOrDefault(sharing => sharing.Contains(copy))?[0] ?? copy)
        .Distinct().Count();

    private static ReportCopy WithoutBreaks(ReportCopy copy) =>
        copy with { Names = copy.Names.Where(n => n.Bytes.IndexOfAny("\r\n"u8) < 0).ToArray() };

    private static ReportCopy Alone(ReportCopy copy) => copy with { Companions = null };

    private static ReportFolder Bare(ReportFolder folder) => folder with { Root = -1 };

    private static ReportMediaCopy Bare(ReportMediaCopy copy) =>
        new() { Copy = Bare(copy.Copy), Size = -1, Content = -1 };

    private static ReportCopy Bare(ReportCopy copy) =>
        new() { Names = copy.Names, Roots = copy.Names.Select(_ => -1).ToArray(), Companions = copy.Companions };

    private static ReportGroup Flat(ReportGroup group, long size)
    {
        ReportCopy[] copies = group.Copies
            .SelectMany(c => c.Names).Select(n => new ReportCopy { Names = [n], Roots = [-1] }).ToArray();
        return new ReportGroup
        {
            Size = size,
            Proof = group.Proof,
            RedundantBytes = size < 0 ? 0 : size * (copies.Length - 1),
            Copies = copies,
        };
    }

    private static Report Recount(Report report)
    {
        ReportGroup[] groups = report.Groups.ToArray();
        return report with
        {
            Groups = groups,
            Summary = Samples.Summary(groups, complete: false) with { Unique = report.Uniques.Count() },
        };
    }
}
