using System.Globalization;
using System.Numerics;
using System.Runtime.InteropServices;
using Doppel.Volumes;

namespace Doppel.Catalog;

/// <summary>Work on the whole folder of a catalog: merging, the limit of its size, listing, forgetting.</summary>
/// <remarks>
/// One process at a time changes files that it did not write itself: the one that holds the lock on <c>merge.lock</c>.
/// Who does not get it leaves the work to the next.
/// </remarks>
internal sealed class Housekeeping
{
    private const string LockName = "merge.lock";
    private const int IdDigits = 32;
    private const int RoundsMax = 64;
    private const int RunsPerMerge = 4;
    private const int ScanRecords = 1365; // 64 KiB

    private readonly CatalogOptions _options;
    private readonly CatalogProblems _problems;
    private readonly string _root;
    private readonly RunMerger _merger;
    private int _runs;

    internal Housekeeping(CatalogOptions options, CatalogProblems problems, string root)
    {
        (_options, _problems, _root) = (options, problems, root);
        _merger = new RunMerger(options, problems, options.Time.GetUtcNow().UtcTicks);
    }

    /// <summary>Tidies during a long search: after some runs, and whenever the catalog is too large.</summary>
    internal void AfterRun()
    {
        // The end of the search merges the rest. Merging after every run would write most facts once more.
        if (Interlocked.Increment(ref _runs) % RunsPerMerge == 0 || BytesOf(Folders()) > _options.BytesMax)
        {
            Tidy();
        }
    }

    /// <summary>Merges what is worth it, and drops the oldest facts of a catalog that is too large.</summary>
    internal void Tidy() => Tidy(Folders(), hasGrown: true);

    /// <summary>Merges what is worth it in some folders, and drops the oldest facts if there are too many.</summary>
    /// <param name="used">The folders, of which a search uses one or two.</param>
    /// <param name="hasGrown">Whether anything was written, so that the size of all folders matters.</param>
    internal void Tidy(IReadOnlyList<RunFolder> used, bool hasGrown)
    {
        if (_problems.IsOff || !Directory.Exists(_root))
        {
            return;
        }

        using FileLock? lease = _options.Files.OpenLock(Path.Combine(_root, LockName));
        if (lease is null)
        {
            return;
        }

        foreach (RunFolder folder in used)
        {
            _options.Files.RemoveLeftovers(folder.FullPath, RunName.TemporarySuffix, _options.Time.GetUtcNow());
            for (int round = 0; round < RoundsMax && _merger.MergeNew(folder); round++)
            {
                // A round has limits. What it leaves is the work of the next.
            }
        }

        if (hasGrown)
        {
            Limit(Folders());
        }
    }

    /// <summary>The folders of file systems.</summary>
    internal List<RunFolder> Folders()
    {
        List<RunFolder> folders = [];
        try
        {
            if (Directory.Exists(_root))
            {
                foreach (string path in Directory.EnumerateDirectories(_root))
                {
                    if (TryParse(Path.GetFileName(path.AsSpan()), out FileSystemIdentity fileSystem))
                    {
                        folders.Add(new RunFolder(_options.Files, _problems, path, fileSystem));
                    }
                }
            }
        }
        catch (Exception exception) when (CatalogFiles.IsRefusal(exception))
        {
            _problems.Tell($"{_root} cannot be listed ({exception.Message}). Make the folder readable.");
        }

        return folders;
    }

    /// <summary>Passes on all facts of a folder, the runs oldest first.</summary>
    internal static void Scan(RunFolder folder, RecordVisitor visitor)
    {
        List<RunFile> runs = folder.OpenAll();
        try
        {
            foreach (RunFile run in runs)
            {
                if (run.TryReadSegment(RunFile.HeaderBytes, out Segment first))
                {
                    using var cursor = new RunCursor(run, first, isChained: true, ScanRecords);
                    while (cursor.MoveNext())
                    {
                        visitor(cursor.Current);
                    }
                }
            }
        }
        finally
        {
            runs.ForEach(static run => run.Dispose());
        }
    }

    /// <summary>Sums up a folder.</summary>
    internal static CatalogFileSystem Describe(RunFolder folder)
    {
        (long whole, long ends, long comparisons, long media) = (0, 0, 0, 0);
        // One bit for each inode: several runs can have facts about one file, and most numbers are close together.
        Dictionary<ulong, ulong> files = [];
        (uint oldest, uint newest) = (uint.MaxValue, 0);
        Scan(folder, (in FactRecord record) =>
        {
            switch ((FactKind)record.Kind)
            {
                case FactKind.Whole: whole++; break;
                case FactKind.Ends: ends++; break;
                case FactKind.Comparison: comparisons++; break;
                case FactKind.StrictMedia or FactKind.LooseMedia: media++; break;
                default: return;
            }

            ref ulong bits = ref CollectionsMarshal.GetValueRefOrAddDefault(files, record.Inode / 64, out _);
            bits |= 1UL << (int)(record.Inode % 64);
            (oldest, newest) = (Math.Min(oldest, record.ReadAt), Math.Max(newest, record.ReadAt));
        });
        bool isEmpty = oldest > newest;
        return new CatalogFileSystem(folder.FileSystem)
        {
            FileCount = files.Values.Sum(static bits => BitOperations.PopCount(bits)),
            WholeCount = whole,
            EndsCount = ends,
            ComparisonCount = comparisons,
            MediaCount = media,
            BytesOnDisk = folder.BytesOnDisk(),
            OldestReadAt = isEmpty ? null : DateTimeOffset.FromUnixTimeSeconds(oldest),
            NewestReadAt = isEmpty ? null : DateTimeOffset.FromUnixTimeSeconds(newest),
        };
    }

    /// <summary>Removes what is stored about one or all file systems.</summary>
    /// <returns>Whether everything is gone.</returns>
    /// <remarks>Under the lock, since a merge could write again what it had read before.</remarks>
    internal bool Forget(FileSystemIdentity? fileSystem)
    {
        if (!Directory.Exists(_root))
        {
            return true;
        }

        using FileLock? lease = _options.Files.OpenLock(Path.Combine(_root, LockName));
        if (lease is null)
        {
            _problems.Tell($"The catalog in {_root} cannot be locked: another process is merging its files, or they "
                + "may not be written. Nothing was removed. Try again in a moment.");
            return false;
        }

        bool isGone = true;
        foreach (RunFolder folder in Folders())
        {
            if (fileSystem is null || folder.FileSystem == fileSystem)
            {
                isGone &= folder.RemoveAll();
            }
        }

        return isGone;
    }

    private void Limit(List<RunFolder> folders)
    {
        if (BytesOf(folders) <= _options.BytesMax)
        {
            return;
        }

        // Texts have any length, so the oldest facts may be shorter than the others, and too few of them dropped.
        for (int round = 0; round < RoundsMax && BytesOf(folders) > _options.BytesMax; round++)
        {
            Shrink(folders);
        }

        if (BytesOf(folders) > 2 * _options.BytesMax)
        {
            _problems.TurnOff($"The catalog in {_root} is twice as large as it may be, and other processes keep its "
                + "files open or it is not possible to lock them, so nothing more is stored. End those processes, or "
                + "choose a folder on another file system.");
        }
    }

    private static long BytesOf(List<RunFolder> folders) => folders.Sum(static folder => folder.BytesOnDisk());

    private static bool TryParse(ReadOnlySpan<char> name, out FileSystemIdentity fileSystem)
    {
        fileSystem = default;
        if (name.Length < IdDigits + 2 || name[IdDigits] != '-'
            || !UInt128.TryParse(
                name[..IdDigits], NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out UInt128 id)
            || !ulong.TryParse(
                name[(IdDigits + 1)..], NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out ulong part))
        {
            return false;
        }

        fileSystem = new FileSystemIdentity(id, part);
        return name.SequenceEqual(FactStore.FolderOf(fileSystem));
    }

    // Facts that are repeated go first, and only if that is not enough the oldest.
    private void Shrink(List<RunFolder> folders)
    {
        foreach (RunFolder folder in folders)
        {
            folder.RemoveBroken();
            _merger.MergeAll(folder);
        }

        long bytes = BytesOf(folders);
        if (bytes <= _options.BytesMax)
        {
            return;
        }

        long count = 0;
        folders.ForEach(folder => Scan(folder, (in FactRecord _) => count++));
        long kept = (long)((decimal)count * _options.BytesMax / bytes * 9 / 10);
        var retention = Retention.Latest(
            visitor => folders.ForEach(folder => Scan(folder, (in FactRecord record) => visitor(record.ReadAt))), kept);
        folders.ForEach(folder => _merger.Drop(folder, retention));
    }
}

/// <summary>Receives a record of a run.</summary>
internal delegate void RecordVisitor(in FactRecord record);
