using Doppel.Media;
using Doppel.Volumes;

namespace Doppel.Web;

/// <summary>
/// The tags in which media with the same sound or picture differ, and what becomes of those of copies that go.
/// </summary>
/// <param name="Columns">The contents that are compared. Copies that are identical files share a column.</param>
/// <param name="Tags">The tags that differ, in the order in which the files name them.</param>
/// <param name="Equal">The number of tags that have the same values everywhere.</param>
/// <param name="Left">The number of contents that are not compared because there are too many.</param>
/// <param name="Keeper">The copy that stays for those that go; -1 if none goes.</param>
/// <param name="Sidecar">The name of its sidecar, to which tags are added; empty if none are added to it.</param>
/// <param name="Going">The copies that go.</param>
internal sealed record TagTable(
    IReadOnlyList<TagColumn> Columns, IReadOnlyList<TagRow> Tags, int Equal, int Left, int Keeper, string Sidecar,
    IReadOnlyList<CopyTags> Going)
{
    private const int ColumnsMax = 12;
    private const int ValueLengthMax = 500;

    private static readonly Dictionary<string, string> s_none = [];

    /// <summary>Reads the tags of files.</summary>
    /// <param name="volume">The volume with the files.</param>
    /// <param name="copies">
    /// The copies with the numbers of their contents, which are equal for identical files and -1 if unknown.
    /// </param>
    /// <param name="fileOf">Returns where a copy is.</param>
    /// <param name="plan">What becomes of the copies that go; null if none goes.</param>
    internal static TagTable Of(
        IVolume volume, IReadOnlyList<(int Copy, int Content)> copies, Func<int, FoundFile> fileOf,
        PlannedTags? plan)
    {
        int[][] contents =
        [
            .. copies.GroupBy(static one => (one.Content, one.Content < 0 ? one.Copy : -1))
                .Select(static one => one.Select(static copy => copy.Copy).ToArray()),
        ];
        var mapper = new MediaMapper();
        List<TagColumn> columns = [];
        List<Dictionary<string, string>> values = [];
        foreach (int[] content in contents.Take(ColumnsMax))
        {
            columns.Add(Read(volume, mapper, fileOf(content[0]), content, out Dictionary<string, string> tags));
            values.Add(tags);
        }

        List<TagRow> rows = [];
        int equal = 0;
        foreach (string name in values.SelectMany(static one => one.Keys).Distinct())
        {
            string[] row = [.. values.Select(one => one.GetValueOrDefault(name, ""))];
            if (row.Distinct().Count() == 1)
            {
                equal++;
                continue;
            }

            rows.Add(new TagRow(name, row));
        }

        int keeper = ColumnOf(plan?.Keeper ?? -1);
        return new TagTable(
            columns, rows, equal, contents.Length - columns.Count, plan?.Keeper ?? -1,
            ShownText.LastOf(plan?.Sidecar ?? default),
            [
                .. (plan?.Going ?? []).Select(going => CopyTags.Of(
                    going.Number, going.Copy, IsRead(keeper) && IsRead(ColumnOf(going.Number)),
                    keeper < 0 ? s_none : values[keeper])),
            ]);

        int ColumnOf(int copy) => columns.FindIndex(column => column.Copies.Contains(copy));

        bool IsRead(int column) => column >= 0 && columns[column].Failure.Length == 0;
    }

    /// <summary>Returns a value, or its beginning if it is long.</summary>
    internal static string Shortened(string value) =>
        value.Length > ValueLengthMax ? value[..ValueLengthMax] + "…" : value;

    // A file that cannot be read or has changed has no tags, and the reason above its column.
    private static TagColumn Read(
        IVolume volume, MediaMapper mapper, FoundFile found, int[] copies, out Dictionary<string, string> tags)
    {
        tags = [];
        try
        {
            MediaTags read = FactsView.TagsOf(volume, mapper, found);
            foreach (IGrouping<string, MediaTag> tag in read.All.GroupBy(static one => one.Name))
            {
                string text = string.Join("; ", tag.Select(static one => one.Value));
                tags.Add(tag.Key, Shortened(text));
            }

            return new TagColumn(copies, read.CoverBytes, "");
        }
        catch (RequestException reason)
        {
            return new TagColumn(copies, 0, reason.Message);
        }
    }
}

/// <summary>A content whose tags are compared.</summary>
/// <param name="Copies">The copies with this content.</param>
/// <param name="CoverBytes">The size of the largest picture in the tags; 0 if there is none.</param>
/// <param name="Failure">Why its tags could not be read; empty if they were.</param>
internal sealed record TagColumn(IReadOnlyList<int> Copies, long CoverBytes, string Failure);

/// <summary>A tag that differs.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Values">Its value in each column; empty where it is missing. Several values are joined.</param>
internal sealed record TagRow(string Name, IReadOnlyList<string> Values);
