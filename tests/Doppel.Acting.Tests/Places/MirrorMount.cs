using Doppel.Volumes;

namespace Doppel.Acting.Tests;

/// <summary>A mount that shows a folder once more, and what it has kept. Thread-safe.</summary>
internal sealed class MirrorMount(string at, string real, MountKind kind, ulong device)
{
    private readonly Lock _gate = new();
    private readonly Dictionary<string, FileFacts?> _entries = [];
    private readonly Dictionary<string, byte[]> _contents = [];
    private readonly HashSet<string> _listed = [];
    private readonly HashSet<string> _made = [];
    private readonly HashSet<string> _pending = [];

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
            _listed.Add(folder);
            _contents[file] = File.ReadAllBytes(file);
            volume.OpenFolderStrictly(System.Text.Encoding.UTF8.GetBytes(folder), out FolderHandle handle, out _);
            volume.Stat(
                handle, System.Text.Encoding.UTF8.GetBytes(Path.GetFileName(file)), LinkPolicy.Stay, FactFields.All,
                out FileFacts facts);
            volume.Close(handle);
            _entries[file] = Shift(facts);
        }
    }

    /// <summary>Returns facts as the mount tells them.</summary>
    public FileFacts Shift(FileFacts facts) => facts with { Device = device, Inode = facts.Inode + (device << 40) };

    /// <summary>Returns whether the mount answers without asking; with null if there is no such name.</summary>
    public bool IsKnown(string path, out FileFacts? facts)
    {
        lock (_gate)
        {
            facts = null;
            if (_pending.Contains(path))
            {
                facts = new FileFacts { Kind = EntryKind.File, Device = device };
                return true;
            }

            return (kind.KeepsEntries || kind.KeepsListing)
                && (_entries.TryGetValue(path, out facts)
                    || (kind.KeepsListing && !_made.Contains(path)
                        && _listed.Contains(Path.GetDirectoryName(path)!)));
        }
    }

    public void Note(string path, FileFacts? facts)
    {
        lock (_gate)
        {
            _entries[path] = facts;
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
            FileFacts? facts = _entries.GetValueOrDefault(from);
            (_entries[from], _entries[to]) = (null, facts);
            if (_contents.Remove(from, out byte[]? content))
            {
                _contents[to] = content;
            }

            if (facts is null)
            {
                _entries.Remove(to);
            }
        }
    }

    public void Removed(string path)
    {
        lock (_gate)
        {
            _entries[path] = null;
            _contents.Remove(path);
        }
    }

    public void Made(string path)
    {
        lock (_gate)
        {
            _entries.Remove(path);
            _made.Add(path);
        }
    }

    public void Pend(string path)
    {
        lock (_gate)
        {
            _pending.Add(path);
        }
    }

    public bool Unpend(string path)
    {
        lock (_gate)
        {
            return _pending.Remove(path);
        }
    }

    public bool IsPending(string path)
    {
        lock (_gate)
        {
            return _pending.Contains(path);
        }
    }

    /// <summary>Stores what was written more than 5 seconds ago.</summary>
    public void Pass(TimeSpan time)
    {
        lock (_gate)
        {
            foreach (string path in time > TimeSpan.FromSeconds(5) ? [.. _pending] : Array.Empty<string>())
            {
                File.WriteAllBytes(path, []);
                _pending.Remove(path);
            }
        }
    }
}
