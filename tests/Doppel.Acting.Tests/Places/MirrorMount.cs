using System.Text;
using Doppel.Volumes;

namespace Doppel.Acting.Tests;

/// <summary>A mount that shows a folder once more, and what it has kept. Thread-safe.</summary>
/// <param name="at">Where it is mounted.</param>
/// <param name="real">The folder that it shows.</param>
/// <param name="staging">A folder for files that it has not stored yet.</param>
/// <param name="kind">How it shows it.</param>
/// <param name="device">Its device number.</param>
internal sealed class MirrorMount(string at, string real, string staging, MountKind kind, ulong device)
{
    private static readonly TimeSpan s_storing = TimeSpan.FromSeconds(5);

    private readonly Lock _gate = new();
    private readonly Dictionary<string, (FileFacts? Facts, TimeSpan Until)> _entries = [];
    private readonly Dictionary<string, byte[]> _contents = [];
    private readonly Dictionary<string, (HashSet<string> Names, TimeSpan Until)> _listed = [];
    private readonly Dictionary<string, (string Staged, TimeSpan At)> _pending = [];
    private TimeSpan _now;
    private int _staged;

    public string At => at;

    public string Real => real;

    public MountKind Kind => kind;

    public ulong Device => device;

    /// <summary>Lists and reads everything once, as a search does.</summary>
    public void Warm(IChangeableVolume volume)
    {
        foreach (string file in Directory.GetFiles(real, "*", SearchOption.AllDirectories))
        {
            string folder = Path.GetDirectoryName(file)!;
            List(folder);
            _contents[file] = File.ReadAllBytes(file);
            volume.OpenFolderStrictly(Encoding.UTF8.GetBytes(folder), out FolderHandle handle, out _);
            volume.Stat(
                handle, Encoding.UTF8.GetBytes(Path.GetFileName(file)), LinkPolicy.Stay, FactFields.All,
                out FileFacts facts);
            volume.Close(handle);
            _entries[file] = (Shift(facts), kind.Kept);
        }
    }

    /// <summary>Returns facts as the mount tells them.</summary>
    public FileFacts Shift(FileFacts facts) => facts with { Device = device, Inode = facts.Inode + (device << 40) };

    /// <summary>Returns whether the mount answers without asking; with null if there is no such name.</summary>
    public bool IsKnown(string path, out FileFacts? facts)
    {
        lock (_gate)
        {
            Tick(TimeSpan.FromMilliseconds(kind.CallMilliseconds));
            facts = null;
            if (_entries.TryGetValue(path, out (FileFacts? Facts, TimeSpan Until) entry) && _now < entry.Until)
            {
                facts = entry.Facts;
                return true;
            }

            return kind.KeepsListing && !ListedNames(Path.GetDirectoryName(path)!).Contains(Path.GetFileName(path));
        }
    }

    public void Note(string path, FileFacts? facts)
    {
        lock (_gate)
        {
            _entries[path] = (facts, _now + kind.Kept);
        }
    }

    public byte[]? KeptContent(string path)
    {
        lock (_gate)
        {
            return _contents.GetValueOrDefault(path);
        }
    }

    public void Moved(string from, string to)
    {
        lock (_gate)
        {
            bool isKnown = _entries.TryGetValue(from, out (FileFacts? Facts, TimeSpan Until) entry);
            Removed(from);
            Made(to);
            if (isKnown && entry.Facts is not null)
            {
                _entries[to] = entry;
            }

            if (_contents.Remove(from, out byte[]? content))
            {
                _contents[to] = content;
            }
        }
    }

    public void Removed(string path)
    {
        lock (_gate)
        {
            _entries[path] = (null, _now + kind.Kept);
            Names(path)?.Remove(Path.GetFileName(path));
        }
    }

    public void Made(string path)
    {
        lock (_gate)
        {
            _entries.Remove(path);
            _contents.Remove(path);
            Names(path)?.Add(Path.GetFileName(path));
        }
    }

    /// <summary>Returns where a file is that is not stored yet.</summary>
    public string? StagedOf(string path)
    {
        lock (_gate)
        {
            return _pending.TryGetValue(path, out (string Staged, TimeSpan At) one) ? one.Staged : null;
        }
    }

    /// <summary>Returns where to put a file that is stored later.</summary>
    public string Stage(string path)
    {
        lock (_gate)
        {
            string staged = Path.Combine(staging, $"{device}-{_staged++}");
            _pending[path] = (staged, _now + s_storing);
            Made(path);
            return staged;
        }
    }

    /// <summary>Gives a file that is not stored yet another name, or none.</summary>
    public bool Restage(string path, string? name)
    {
        lock (_gate)
        {
            if (!_pending.Remove(path, out (string Staged, TimeSpan At) one))
            {
                return false;
            }

            Removed(path);
            if (name is null)
            {
                File.Delete(one.Staged);
                return true;
            }

            Made(name);
            _pending[name] = one;
            return true;
        }
    }

    /// <summary>Lets time pass.</summary>
    public void Pass(TimeSpan time)
    {
        lock (_gate)
        {
            Tick(time);
        }
    }

    private void Tick(TimeSpan time)
    {
        _now += time;
        foreach ((string path, (string staged, _)) in _pending.Where(one => one.Value.At < _now).ToList())
        {
            _pending.Remove(path);
            Directory.CreateDirectory(Path.GetDirectoryName(path)!);
            File.Move(staged, path, overwrite: true);
        }
    }

    private HashSet<string> ListedNames(string folder) =>
        _listed.TryGetValue(folder, out (HashSet<string> Names, TimeSpan Until) listed) && _now < listed.Until
            ? listed.Names
            : List(folder);

    private HashSet<string> List(string folder)
    {
        HashSet<string> names =
        [
            .. (Directory.Exists(folder) ? Directory.GetFileSystemEntries(folder) : [])
                .Concat(_pending.Keys.Where(path => Path.GetDirectoryName(path) == folder))
                .Select(static path => Path.GetFileName(path)),
        ];
        _listed[folder] = (names, _now + TimeSpan.FromSeconds(kind.ListingSeconds));
        return names;
    }

    private HashSet<string>? Names(string path) =>
        _listed.TryGetValue(Path.GetDirectoryName(path)!, out (HashSet<string> Names, TimeSpan) one) ? one.Names : null;
}
