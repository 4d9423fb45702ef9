using System.Globalization;
using System.Security.Cryptography;
using System.Text;
using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>The folder of all journals of a user, and the lock that lets one run at a time act.</summary>
/// <remarks>Holds the lock until it is disposed. Not thread-safe.</remarks>
public sealed class JournalFolder : IDisposable
{
    private const string Ending = ".jsonl";
    private const string RecipesEnding = ".recipes";
    private const string StampFormat = "yyyyMMdd'T'HHmmssfff'Z'";
    private const uint FolderMode = 0x1C0; // rwx------
    private const uint FileMode = 0x180; // rw-------

    private readonly IChangeableVolume _volume;
    private readonly FolderHandle _folder;
    private readonly FileHandle _lock;

    private JournalFolder(IChangeableVolume volume, FolderHandle folder, FileHandle lockFile)
    {
        _volume = volume;
        _folder = folder;
        _lock = lockFile;
    }

    /// <summary>The ids of all journals, oldest first.</summary>
    public IReadOnlyList<string> Ids
    {
        get
        {
            var names = new NameCollector();
            _volume.List(_folder, FactFields.None, names);
            return [.. names.Names.Where(static name => name.EndsWith(Ending, StringComparison.Ordinal))
                .Select(static name => name[..^Ending.Length]).Order(StringComparer.Ordinal)];
        }
    }

    /// <summary>Opens the folder, makes it where it is missing, and takes the lock.</summary>
    /// <param name="volume">Where it lies.</param>
    /// <param name="path">Its absolute path.</param>
    /// <exception cref="JournalException">It cannot be opened or made, or another run acts.</exception>
    public static JournalFolder Open(IChangeableVolume volume, ReportName path)
    {
        ArgumentNullException.ThrowIfNull(volume);
        FolderHandle folder = Reach(volume, path);
        VolumeError error = volume.MakeFile(folder, "lock"u8, FileMode, out FileHandle lockFile);
        if (error.Kind == VolumeErrorKind.Exists)
        {
            error = volume.OpenForAppending(folder, "lock"u8, out lockFile, out _);
        }

        error = error.Failed ? error : volume.Lock(lockFile);
        if (!error.Failed)
        {
            return new JournalFolder(volume, folder, lockFile);
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

    /// <summary>Lets go of the lock.</summary>
    public void Dispose()
    {
        _volume.Close(_lock);
        _volume.Close(_folder);
    }

    /// <summary>Reads a journal.</summary>
    /// <exception cref="JournalException">There is none of this id, or it is damaged.</exception>
    public JournalRecord Read(string id)
    {
        ArgumentNullException.ThrowIfNull(id);
        VolumeError error = _volume.OpenFile(
            _folder, Encoding.UTF8.GetBytes(id + Ending), out FileHandle file, out FileFacts facts);
        byte[] bytes = [];
        if (!error.Failed)
        {
            bytes = new byte[facts.Size];
            error = _volume.Read(file, 0, bytes, out int read);
            bytes = bytes[..read];
            _volume.Close(file);
        }

        return error.Failed
            ? throw new JournalException($"{id}: the journal cannot be read: {_volume.Describe(error)}")
            : JournalParser.Parse(id, bytes);
    }

    /// <summary>Reads a journal if it can be read.</summary>
    /// <param name="id">Which.</param>
    /// <param name="record">The journal; null if it cannot be read.</param>
    /// <param name="reason">Why not; empty if it can.</param>
    public bool TryRead(string id, out JournalRecord? record, out string reason)
    {
        try
        {
            (record, reason) = (Read(id), "");
            return true;
        }
        catch (JournalException failure)
        {
            (record, reason) = (null, failure.Message);
            return false;
        }
    }

    /// <summary>
    /// Bytes of the file beside a journal, <c>ID.recipes</c>, in which its run has kept tags of media files; 0 where it
    /// has kept none.
    /// </summary>
    public long RecipeBytesOf(string id)
    {
        VolumeError error = _volume.Stat(
            _folder, Encoding.UTF8.GetBytes(id + RecipesEnding), LinkPolicy.Stay, FactFields.All, out FileFacts facts);
        return error.Failed ? 0 : facts.Size;
    }

    /// <summary>Removes a journal and what its run has kept of tags: the run can no longer be undone.</summary>
    /// <exception cref="JournalException">It cannot be removed.</exception>
    public void Prune(string id)
    {
        // First, so that nothing is left that no journal tells of.
        VolumeError error = _volume.Remove(_folder, Encoding.UTF8.GetBytes(id + RecipesEnding));
        error = error.Failed && error.Kind != VolumeErrorKind.Vanished
            ? error
            : _volume.Remove(_folder, Encoding.UTF8.GetBytes(id + Ending));
        if (error.Failed)
        {
            throw new JournalException($"the journal {id} cannot be removed: {_volume.Describe(error)}");
        }
    }

    /// <summary>Begins a journal; its head is on the disk when this returns.</summary>
    internal JournalWriter Begin(JournalRun run)
    {
        string id = NextStamp(run.Started) + "-" + Convert.ToHexStringLower(RandomNumberGenerator.GetBytes(3));
        VolumeError error = _volume.MakeFile(
            _folder, Encoding.UTF8.GetBytes(id + Ending), FileMode, out FileHandle file);
        if (error.Failed)
        {
            throw new JournalException($"the journal {id} cannot be made: {_volume.Describe(error)}");
        }

        var writer = new JournalWriter(_volume, id, file);
        try
        {
            writer.Add(run);
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

    /// <summary>Makes the file of a run's recipes beside its journal.</summary>
    internal VolumeError MakeRecipes(string id, out FileHandle file) =>
        _volume.MakeFile(_folder, Encoding.UTF8.GetBytes(id + RecipesEnding), FileMode, out file);

    /// <summary>Returns when the names of all files of recipes are on the disk.</summary>
    internal VolumeError SyncRecipes() => _volume.Sync(_folder);

    /// <summary>Opens the file of a run's recipes.</summary>
    internal VolumeError OpenRecipes(string id, out FileHandle file, out long length)
    {
        VolumeError error = _volume.OpenFile(
            _folder, Encoding.UTF8.GetBytes(id + RecipesEnding), out file, out FileFacts facts);
        length = facts.Size;
        return error;
    }

    // Runs stand in the order of their names: two of one millisecond, and one after the clock was set back, too.
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

    // Folders that are missing on the way are made, for this user alone.
    private static FolderHandle Reach(IChangeableVolume volume, ReportName path)
    {
        VolumeError error = volume.OpenFolder(
            FolderHandle.None, path.Bytes, LinkPolicy.Follow, out FolderHandle folder, out _);
        if (error.Kind == VolumeErrorKind.Vanished && path.Bytes.LastIndexOf((byte)'/') is int cut and > 0)
        {
            FolderHandle above = Reach(volume, new ReportName(path.Bytes[..cut].ToArray()));
            error = volume.MakeFolder(above, path.Bytes[(cut + 1)..], FolderMode);
            if (!error.Failed || error.Kind == VolumeErrorKind.Exists)
            {
                error = volume.OpenFolder(above, path.Bytes[(cut + 1)..], LinkPolicy.Follow, out folder, out _);
            }

            volume.Close(above);
        }

        return error.Failed
            ? throw new JournalException($"the folder {path} cannot be opened: {volume.Describe(error)}")
            : folder;
    }
}
