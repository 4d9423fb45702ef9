using Microsoft.Win32.SafeHandles;

namespace Doppel.Catalog;

/// <summary>Merges the runs of one file system. The caller holds the lock for merging.</summary>
/// <remarks>
/// <para>
/// New runs have level 0. When they hold more than 8 segments, they are merged, and with them, from the latest to the
/// oldest, each merged run that is at most twice as large as what has been chosen so far. So each of the runs that
/// stay is more than twice as large as the next later one, and there are few. A fact that is written again moves to a
/// run that is larger by half at least: n facts cost O(n log n) in all.
/// </para>
/// <para>
/// The output is complete before it gets its name, and it has its name before an input loses one. A process that ends
/// anywhere in between leaves a temporary file, or facts that are in two files, which the next merge makes one.
/// </para>
/// </remarks>
internal sealed class RunMerger(CatalogOptions options, CatalogProblems problems, long openedTicks)
{
    private const int SegmentsKept = 8;
    private const int RunsMax = 256;
    private const int CursorsMax = 512;

    // Shared by all cursors. With the buffer and the index of the output, a merge takes 4 MiB at most.
    private const int RecordsMax = 3 * 1024 * 1024 / FactRecord.ByteCount;

    /// <summary>Merges new runs if there are enough of them.</summary>
    /// <returns>Whether something was merged.</returns>
    internal bool MergeNew(RunFolder folder) => Merge(folder, Choose(folder, takesAll: false), retention: null);

    /// <summary>Merges all runs that no process writes to.</summary>
    internal void MergeAll(RunFolder folder)
    {
        // A round has limits, so there can be several. Each leaves one run in place of two or more.
        List<RunFile> runs = Choose(folder, takesAll: true);
        while (runs.Count > 1 && Merge(folder, runs, retention: null))
        {
            runs = Choose(folder, takesAll: true);
        }

        runs.ForEach(static run => run.Dispose());
    }

    /// <summary>Drops facts.</summary>
    internal void Drop(RunFolder folder, Retention retention) =>
        Merge(folder, Choose(folder, takesAll: true), retention);

    // Returns what to merge, oldest first.
    private static List<RunFile> Choose(RunFolder folder, bool takesAll)
    {
        List<RunFile> runs = [];
        List<RunName> names = folder.List();
        int segments = 0;
        foreach (RunName name in names)
        {
            if (name.Level == 0 && runs.Count < RunsMax && segments < CursorsMax
                && folder.OpenSealed(name) is { } run)
            {
                runs.Add(run);
                segments += Segments(run).Count();
            }
        }

        if (!takesAll && segments <= SegmentsKept)
        {
            runs.ForEach(static run => run.Dispose());
            return [];
        }

        long bytes = runs.Sum(static run => run.Length);
        names.Reverse();
        foreach (RunName name in names)
        {
            if (name.Level > 0 && runs.Count < RunsMax && folder.OpenSealed(name) is { } run)
            {
                if (!takesAll && run.Length > 2 * bytes)
                {
                    run.Dispose();
                    break;
                }

                runs.Add(run);
                bytes += run.Length;
            }
        }

        runs.Sort(static (left, right) => left.Name.CompareTo(right.Name));
        return runs;
    }

    private static IEnumerable<Segment> Segments(RunFile run)
    {
        for (long at = RunFile.HeaderBytes; run.TryReadSegment(at, out Segment segment); at = segment.End)
        {
            yield return segment;
        }
    }

    // The segments of a merged run follow each other in order, and are one sequence.
    private static List<RunCursor> CursorsOf(List<RunFile> runs)
    {
        List<(RunFile Run, Segment Segment)> starts = [];
        foreach (RunFile run in runs)
        {
            int count = run.Name.Level == 0 ? int.MaxValue : 1;
            starts.AddRange(Segments(run).Take(count).Select(segment => (run, segment)));
        }

        int records = RecordsMax / Math.Max(1, starts.Count);
        return [.. starts.Select(start =>
            new RunCursor(start.Run, start.Segment, start.Run.Name.Level > 0, records))];
    }

    private bool Merge(RunFolder folder, List<RunFile> runs, Retention? retention)
    {
        if (runs.Count == 0)
        {
            return false;
        }

        RunName latest = runs[^1].Name;
        int level = runs.Max(static run => run.Name.Level) + 1;
        string path = folder.PathOf(RunName.New(latest.Ticks, level));
        try
        {
            Write(folder, path, runs, retention);
            foreach (RunFile run in runs)
            {
                options.Files.Delete(folder.PathOf(run.Name));
            }

            return true;
        }
        catch (Exception exception) when (CatalogFiles.IsRefusal(exception))
        {
            problems.Tell($"The files of the catalog in {folder.FullPath} cannot be merged ({exception.Message}). "
                + "Until they can, it grows and is slower. Make space, or permit writing there.");
            folder.RemoveIfThere(path + RunName.TemporarySuffix);
            return false;
        }
        finally
        {
            runs.ForEach(static run => run.Dispose());
        }
    }

    private void Write(RunFolder folder, string path, List<RunFile> runs, Retention? retention)
    {
        List<RunCursor> cursors = CursorsOf(runs);
        try
        {
            SafeFileHandle handle = options.Files.Create(path + RunName.TemporarySuffix, isAppended: false);
            using var writer = new RunWriter(options.Files, handle, folder.FileSystem);
            Copy(new MergeQueue(cursors), writer, retention);
            writer.EndSegment();
            writer.Write();

            // What only this process has written is as safe from a power cut as it was before. But what earlier
            // processes have written was on the disk, and must be again before it loses its names.
            if (!runs.TrueForAll(IsOwn))
            {
                writer.Sync();
            }

            if (writer.Segments > 0)
            {
                options.Files.Rename(path + RunName.TemporarySuffix, path);
            }
            else
            {
                options.Files.Delete(path + RunName.TemporarySuffix);
            }
        }
        finally
        {
            cursors.ForEach(static cursor => cursor.Dispose());
        }
    }

    private bool IsOwn(RunFile run) =>
        run.Name.Level == 0 && run.Name.Process == Environment.ProcessId && run.Name.Ticks >= openedTicks;

    // Of facts with one inode and kind, the one that was read last stays; of equally old ones, the one written last.
    private static void Copy(MergeQueue queue, RunWriter writer, Retention? retention)
    {
        byte[] buffer = new byte[ContentCatalog.TextBytesMax];
        bool isOne = queue.TryTake(out FactRecord best, out TextPlace texts);
        while (isOne)
        {
            bool isNext;
            FactRecord next;
            TextPlace nextTexts;
            while ((isNext = queue.TryTake(out next, out nextTexts))
                && next.Inode == best.Inode && next.Kind == best.Kind)
            {
                if (next.ReadAt >= best.ReadAt)
                {
                    (best, texts) = (next, nextTexts);
                }
            }

            if (retention is null || retention.Keeps(best.ReadAt))
            {
                Copy(best, texts, buffer, writer);
            }

            (best, texts, isOne) = (next, nextTexts, isNext);
        }
    }

    private static void Copy(in FactRecord record, TextPlace texts, byte[] buffer, RunWriter writer)
    {
        if (!record.HasText)
        {
            writer.Append(record);
        }
        else if (texts.TryRead(record, buffer, out ReadOnlySpan<byte> text))
        {
            writer.Append(record, text);
        }
    }
}
