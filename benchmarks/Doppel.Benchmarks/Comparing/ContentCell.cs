using System.Globalization;
using Doppel.Benchmarks.Frame;
using Doppel.Benchmarks.Kernels;

namespace Doppel.Benchmarks.Comparing;

/// <summary>Groups of files of one size, and how their contents differ.</summary>
/// <param name="GroupSize">Files of a group.</param>
/// <param name="FileBytes">The size of a file; each further group of a cell is one byte larger.</param>
/// <param name="Place">Where contents differ.</param>
/// <param name="Contents">How many contents a group has: 1, 2 or as many as files.</param>
internal readonly record struct ContentCell(int GroupSize, int FileBytes, DifferencePlace Place, int Contents)
{
    public const string GroupColumn = "group size";
    public const string SizeColumn = "file size";
    public const string PlaceColumn = "first difference";
    public const string ContentsColumn = "contents";

    /// <summary>Bytes of a group.</summary>
    public long GroupBytes => (long)GroupSize * FileBytes;

    public string Size => Figures.Bytes(FileBytes);

    public string PlaceText => Place switch
    {
        DifferencePlace.Nowhere => "none",
        DifferencePlace.Start => "first byte",
        DifferencePlace.Middle => "middle",
        DifferencePlace.End or _ => "last byte",
    };

    public string ContentsText => Contents switch
    {
        1 => "all equal",
        _ when Contents == GroupSize => "all different",
        _ => "two halves",
    };

    public Parameter[] Parameters =>
    [
        new(SizeColumn, Size),
        new(GroupColumn, GroupSize.ToString("#,0", CultureInfo.InvariantCulture)),
        new(PlaceColumn, PlaceText),
        new(ContentsColumn, ContentsText),
    ];

    /// <summary>What may differ in groups of so many files.</summary>
    public static IEnumerable<ContentCell> Of(int groupSize, int fileBytes)
    {
        yield return new ContentCell(groupSize, fileBytes, DifferencePlace.Nowhere, 1);
        foreach (DifferencePlace place in new[] { DifferencePlace.Start, DifferencePlace.Middle, DifferencePlace.End })
        {
            yield return new ContentCell(groupSize, fileBytes, place, groupSize);
            if (groupSize > 2)
            {
                yield return new ContentCell(groupSize, fileBytes, place, 2);
            }
        }
    }
}
