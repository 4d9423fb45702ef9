using System.Globalization;
using System.Security.Cryptography;
using System.Text;
using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>
/// Manages the folder with all journals of a user, and the lock that allows only one acting run at a time.
/// </summary>
/// <remarks>
/// <see cref="Open"/> takes the lock, and it is held until this is disposed. Not thread-safe.
/// </remarks>
public sealed partial class JournalFolder : IDisposable
{
    private const string Ending = ".jsonl";
    private const string RecipesEnding = ".recipes";
    private const string PlanEnding = ".plan";
    private const string UnwrittenEnding = ".plan.part";
    private const string StampFormat = "yyyyMMdd'T'HHmmssfff'Z'";
    private const uint FileMode = 0x180; // rw-------
    private const uint OthersMayWrite = 0x12; // -----w--w-

    // A reader of journals holds the lock for an instant, to see whether a run has it.
    private static readonly TimeSpan s_lockPatience = TimeSpan.FromMilliseconds(20);

    private readonly IChangeableVolume _volume;
    private readonly FolderHandle _folder;
    private readonly FileHandle _lock;

    private JournalFolder(
        IChangeableVolume volume, FolderHandle folder, FileHandle lockFile, IReadOnlyList<MovedFolder> moved)
    {
        Moved = new MovedNames(moved);
        _volume = volume;
        _folder = folder;
        _lock = lockFile;
    }

    /// <summary>Gets where the folders of earlier runs are now.</summary>
    internal MovedNames Moved { get; }

    /// <summary>Gets the ids of all journals, oldest first.</summary>
    public IReadOnlyList<string> Ids => IdsIn(_volume, _folder);

    /// <summary>Gets whether another run is acting, if this was opened only for reading.</summary>
    public bool IsOtherActing { get; private init; }

    /// <summary>Opens the folder, creating it if needed, and takes the lock.</summary>
    /// <param name="volume">The volume that holds the folder.</param>
    /// <param name="path">The absolute path of the folder.</param>
    /// <param name="moved">
    /// The folders that have another path than in the journals, whose names are then read with their new paths.
    /// Default: none.
    /// </param>
    /// <exception cref="JournalException">
    /// The folder cannot be opened or created, or another run holds the lock.
    /// </exception>
    public static JournalFolder Open(
        IChangeableVolume volume, ReportName path, IReadOnlyList<MovedFolder>? moved = null)
    {
        FolderHandle folder = OpenFolder(volume, path);
        VolumeError error = volume.MakeFile(folder, "lock"u8, FileMode, out FileHandle lockFile);
        if (error.Kind == VolumeErrorKind.Exists)
        {
            error = volume.OpenForAppending(folder, "lock"u8, out lockFile, out _);
        }

        if (!error.Failed)
        {
            SpinWait.SpinUntil(() => (error = volume.Lock(lockFile)).Kind != VolumeErrorKind.Busy, s_lockPatience);
        }

        if (!error.Failed)
        {
            return new JournalFolder(volume, folder, lockFile, moved ?? []);
        }

        if (lockFile != FileHandle.None)
        {
            volume.Close(lockFile);
        }

        volume.Close(folder);
        throw new JournalException(error.Kind == VolumeErrorKind.Busy
            ? "another run of doppel is acting; wait until it has ended"
            : $"the journal's lock in {path} cannot be taken: {volume.Describe(error)}");
    }

    /// <summary>
    /// Opens the folder for reading journals, creating it if needed, although another run may be acting.
    /// </summary>
    /// <param name="volume">The volume that holds the folder.</param>
    /// <param name="path">The absolute path of the folder.</param>
    /// <param name="moved">See <see cref="Open"/>. Default: none.</param>
    /// <exception cref="JournalException">The folder cannot be opened or created.</exception>
    public static JournalFolder OpenForReading(
        IChangeableVolume volume, ReportName path, IReadOnlyList<MovedFolder>? moved = null)
    {
        FolderHandle folder = OpenFolder(volume, path);
        bool isBusy = false;
        if (!volume.OpenForAppending(folder, "lock"u8, out FileHandle lockFile, out _).Failed)
        {
            VolumeError error = volume.Lock(lockFile);
            isBusy = error.Kind == VolumeErrorKind.Busy;
            if (!error.Failed)
            {
                volume.Unlock(lockFile);
            }

            volume.Close(lockFile);
        }

        return new JournalFolder(volume, folder, FileHandle.None, moved ?? []) { IsOtherActing = isBusy };
    }

    /// <summary>
    /// Returns the id of the newest run whose temporary names contain the 6 digits, or null if there is no such
    /// journal.
    /// </summary>
    /// <param name="volume">The volume that holds the journal folder.</param>
    /// <param name="path">The absolute path of the journal folder, which may not exist.</param>
    /// <param name="digits">The digits from <see cref="TemporaryName.TryGetRunDigits"/>.</param>
    /// <remarks>Reads only names and takes no lock, because a search may run alongside an action.</remarks>
    public static string? RunOf(IVolume volume, ReportName path, string digits)
    {
        ArgumentNullException.ThrowIfNull(volume);
        if (volume.OpenFolder(
            FolderHandle.None, path.Bytes, LinkPolicy.Follow, out FolderHandle folder, out _).Failed)
        {
            return null;
        }

        IReadOnlyList<string> ids = IdsIn(volume, folder);
        volume.Close(folder);
        return ids.LastOrDefault(id => id.EndsWith("-" + digits, StringComparison.Ordinal));
    }

    /// <summary>Releases the lock.</summary>
    public void Dispose()
    {
        if (_lock != FileHandle.None)
        {
            _volume.Unlock(_lock);
            _volume.Close(_lock);
        }

        _volume.Close(_folder);
    }

    /// <summary>Opens a journal for reading.</summary>
    /// <exception cref="JournalException">
    /// There is no journal with this id, its head is damaged, or another user could have written it.
    /// </exception>
    public JournalReader Read(string id)
    {
        ArgumentNullException.ThrowIfNull(id);
        VolumeError error = _volume.OpenFile(_folder, NameOf(id, Ending), out FileHandle file, out FileFacts facts);
        if (error.Failed)
        {
            throw new JournalException($"{id}: the journal cannot be read: {_volume.Describe(error)}");
        }

        if (WhyNotOwn(_volume, facts) is { } why)
        {
            _volume.Close(file);
            throw new JournalException($"{id}: the journal is not used: {why}");
        }

        return new JournalReader(_volume, id, file, facts.Size, Moved);
    }

    /// <summary>Opens a journal for reading, if possible.</summary>
    /// <param name="id">The id of the journal.</param>
    /// <param name="reader">The journal, or null if it cannot be read.</param>
    /// <param name="reason">Why it cannot be read, or empty if it can.</param>
    public bool TryRead(string id, out JournalReader? reader, out string reason)
    {
        try
        {
            (reader, reason) = (Read(id), "");
            return true;
        }
        catch (JournalException failure)
        {
            (reader, reason) = (null, failure.Message);
            return false;
        }
    }

    /// <summary>Returns the ids of runs that were interrupted and have not been undone since, newest first.</summary>
    /// <remarks>Reads little more than both ends of each journal. Journals that cannot be read are ignored.</remarks>
    public IEnumerable<string> Unfinished()
    {
        HashSet<string> undone = [];
        foreach (string id in Ids.Reverse())
        {
            if (!TryRead(id, out JournalReader? reader, out _))
            {
                continue;
            }

            using (reader)
            {
                if (reader is { UndoesWhole: true, Run.Undoes: { } run })
                {
                    undone.Add(run);
                }
                else if (!undone.Contains(id) && reader!.IsUnfinished)
                {
                    yield return id;
                }
            }
        }
    }

    /// <summary>Opens the journal of an interrupted run in order to continue the run.</summary>
    /// <param name="id">The id of the journal.</param>
    /// <param name="time">The current time, which is recorded in the journal.</param>
    /// <exception cref="JournalException">The run has ended, or its journal cannot be continued.</exception>
    internal JournalWriter Continue(string id, DateTimeOffset time)
    {
        using JournalReader reader = Read(id);
        if (reader.HasEnded)
        {
            throw new JournalException($"{id}: the run has ended, so there is nothing to resume");
        }

        if (reader.Run.Action is null)
        {
            throw new JournalException($"{id} is an undo; undo {reader.Run.Undoes} again instead");
        }

        var numbers = new JournalNumbers(id, reader.Run.Key, reader.NextNumber);
        ReportName[] tops = [.. reader.TopFolders()];
        VolumeError error = _volume.OpenForAppending(_folder, NameOf(id, Ending), out FileHandle file, out _)
            || _volume.SetLength(file, reader.WholeLength);
        if (error.Failed)
        {
            if (file != FileHandle.None)
            {
                _volume.Close(file);
            }

            throw new JournalException($"the journal {id} cannot be continued: {_volume.Describe(error)}");
        }

        var writer = new JournalWriter(_volume, id, file, numbers, reader.WholeLength, () =>
        {
            using JournalReader whole = Read(id);
            return whole.CountJoined();
        });
        foreach (ReportName top in tops)
        {
            writer.AddChanged(top);
        }

        writer.AddResumed(time);
        return writer;
    }

    /// <summary>
    /// Returns the size in bytes of the file <c>ID.recipes</c>, in which a run keeps tags of media files beside its
    /// journal, or 0 if there is none.
    /// </summary>
    public long RecipeBytesOf(string id)
    {
        VolumeError error = _volume.Stat(
            _folder, NameOf(id, RecipesEnding), LinkPolicy.Stay, FactFields.All, out FileFacts facts);
        return error.Failed ? 0 : facts.Size;
    }

    /// <summary>Removes a journal and the tags that its run kept. The run can no longer be undone.</summary>
    /// <exception cref="JournalException">The journal cannot be removed.</exception>
    public void Prune(string id)
    {
        // Remove the plan and the recipes first, so that no file is left behind without a journal.
        RemovePlan(id);
        VolumeError error = _volume.Remove(_folder, NameOf(id, RecipesEnding));
        error = error.Failed && error.Kind != VolumeErrorKind.Vanished
            ? error
            : _volume.Remove(_folder, NameOf(id, Ending));
        if (error.Failed)
        {
            throw new JournalException($"the journal {id} cannot be removed: {_volume.Describe(error)}");
        }
    }

    /// <summary>Creates a journal. Its head is on disk when this method returns.</summary>
    internal JournalWriter Begin(JournalRun run)
    {
        string id = NextStamp(run.Started) + "-" + Convert.ToHexStringLower(RandomNumberGenerator.GetBytes(3));
        VolumeError error = _volume.MakeFile(
            _folder, NameOf(id, Ending), FileMode, out FileHandle file);
        if (error.Failed)
        {
            throw new JournalException($"the journal {id} cannot be made: {_volume.Describe(error)}");
        }

        byte[] key = JournalNumbers.NewKey();
        var writer = new JournalWriter(_volume, id, file, new JournalNumbers(id, key));
        try
        {
            writer.Add(run with { Key = key });
            writer.Commit();
            error = _volume.Sync(_folder);
            return error.Failed
                ? throw new JournalException($"the folder of journals cannot be synced: {_volume.Describe(error)}")
                : writer;
        }
        catch
        {
            writer.Dispose();
            throw;
        }
    }

    private static FolderHandle OpenFolder(IChangeableVolume volume, ReportName path)
    {
        ArgumentNullException.ThrowIfNull(volume);
        FolderHandle folder = StateFolder.Open(volume, path);
        VolumeError looked = volume.Stat(folder, "."u8, LinkPolicy.Stay, FactFields.All, out FileFacts own);
        if ((looked.Failed ? volume.Describe(looked) : WhyNotOwn(volume, own)) is { } why)
        {
            volume.Close(folder);
            throw new JournalException($"the folder of journals {path} is not used: {why}");
        }

        return folder;
    }

    private static IReadOnlyList<string> IdsIn(IVolume volume, FolderHandle folder)
    {
        var names = new NameCollector();
        volume.List(folder, FactFields.None, names);
        return [.. names.Names.Where(static name => name.EndsWith(Ending, StringComparison.Ordinal))
            .Select(static name => name[..^Ending.Length]).Order(StringComparer.Ordinal)];
    }

    /// <summary>Flushes the names of all recipe files to disk.</summary>
    internal VolumeError SyncRecipes() => _volume.Sync(_folder);

    /// <summary>Opens the recipe file of a run.</summary>
    internal VolumeError OpenRecipes(string id, out FileHandle file, out long length)
    {
        VolumeError error = _volume.OpenFile(
            _folder, NameOf(id, RecipesEnding), out file, out FileFacts facts);
        length = facts.Size;
        if (!error.Failed && WhyNotOwn(_volume, facts) is not null)
        {
            _volume.Close(file);
            file = FileHandle.None;
            return new VolumeError(VolumeErrorKind.AccessDenied);
        }

        return error;
    }

    private static byte[] NameOf(string id, string ending) => Encoding.UTF8.GetBytes(id + ending);

    // Anyone else who can write to a journal could make an undo change any file of the user who runs it. On systems
    // without owners and modes, all of these are 0.
    private static string? WhyNotOwn(IChangeableVolume volume, in FileFacts facts)
    {
        if (facts.Owner != 0 && facts.Owner != volume.User)
        {
            return $"it belongs to user {facts.Owner}, who could have changed it; run doppel undo as that user";
        }

        return (facts.Mode & OthersMayWrite) != 0
            ? "other users can write to it; check its contents, then run chmod go-w on it"
            : null;
    }

    // Runs sort by name in the order in which they started, even two in one millisecond or one after the clock was set
    // back.
    private string NextStamp(DateTimeOffset started)
    {
        string stamp = started.UtcDateTime.ToString(StampFormat, CultureInfo.InvariantCulture);
        string last = Ids is [.., string name] ? name : "";
        last = last[..Math.Min(last.Length, stamp.Length)];
        bool isStamp = DateTime.TryParseExact(
            last, StampFormat, CultureInfo.InvariantCulture, DateTimeStyles.None, out DateTime latest);
        return isStamp && string.CompareOrdinal(last, stamp) >= 0
            ? latest.AddMilliseconds(1).ToString(StampFormat, CultureInfo.InvariantCulture)
            : stamp;
    }
}
