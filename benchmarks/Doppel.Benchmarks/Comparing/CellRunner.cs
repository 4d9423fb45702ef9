using Doppel.Benchmarks.Frame;

namespace Doppel.Benchmarks.Comparing;

/// <summary>Makes the files of cells and measures ways to compare them.</summary>
internal sealed class CellRunner(SuiteRun run, string folder)
{
    private const long FewBytes = 160L << 20;

    /// <summary>As many groups as come to so many bytes are compared at a time, at least one.</summary>
    private long RunBytes => run.Pick(16L << 20, 64L << 20);

    /// <summary>Measures what is known to fit.</summary>
    /// <param name="cells">Cells that have group size and file size in common.</param>
    /// <param name="ways">The ways for a cell with so many bytes in all.</param>
    public IEnumerable<CellRow> Measure(
        IReadOnlyList<ContentCell> cells, Func<ContentCell, long, IEnumerable<Comparison>> ways)
    {
        ContentCell any = cells[0];
        int groups = (int)Math.Max(1, RunBytes / any.GroupBytes);
        if (any.GroupBytes * 2 > FreeBytes())
        {
            run.Note($"Too little memory for {any.GroupSize:#,0} files of {any.Size}.");
            yield break;
        }

        using var files = new ContentFiles(Path.Combine(folder, "files"), any.GroupSize, any.FileBytes, groups);
        foreach (ContentCell cell in cells)
        {
            files.Set(cell);
            foreach (CellRow row in Measure(cell, files, [.. ways(cell, files.Bytes)]))
            {
                yield return row;
            }
        }
    }

    private IEnumerable<CellRow> Measure(ContentCell cell, ContentFiles files, Comparison[] ways)
    {
        Comparison[] able = [.. ways.Where(way => way.Takes(cell, files.Folders.Length))];
        int rounds = files.Bytes <= FewBytes ? run.Pick(2, 5) : run.Pick(1, 3);
        var rows = run.Measure([.. able.Select(way => way.On(files, cell))], cell.Parameters, rounds);
        return able.Zip(rows, (way, row) => new CellRow(
            cell, row, (double)way.Opens / files.Count, (double)way.BytesRead / files.Bytes));
    }

    private long FreeBytes()
    {
        GCMemoryInfo memory = GC.GetGCMemoryInfo();
        return Math.Min(
            new DriveInfo(folder).AvailableFreeSpace, memory.TotalAvailableMemoryBytes - memory.MemoryLoadBytes);
    }
}
