using Doppel.Testing;
using Doppel.Volumes;

namespace Doppel.Finding.Tests;

/// <summary>A random tree that is changed step by step as programs and users do, with a clock that ticks.</summary>
/// <remarks>
/// Times are those of a kernel: every change of content, name or metadata sets the change time to the last tick. A
/// program may set the modification time to anything, the change time never. When the clock is set, its ticks fall on
/// other nanoseconds, as those of a real one would.
/// </remarks>
/// <param name="seed">The seed.</param>
/// <param name="anyContent">Makes the content of a file, or null for files of few sizes that are mostly equal.</param>
internal sealed class RandomHistory(int seed, Func<Random, byte[]>? anyContent = null)
{
    private static readonly int[] s_sizes = [1, 100, 4096, 65_536, 65_537, 70_000, 262_145, 300_000];

    private readonly Random _random = new(seed);
    private readonly List<string> _names = [];
    private long _now = 1_750_000_000_000_000_000;
    private readonly long _tick = seed % 5 == 0 ? 1_000_000_000 : 4_000_000;
    private long _phase;
    private int _last;

    internal MemoryVolume Volume { get; } = new();

    /// <summary>Gets whether searches keep their groups, in every other history.</summary>
    internal bool UsesLastSearch { get; } = seed % 2 == 0;

    /// <summary>Gets the time by the clock of the system, which the search asks.</summary>
    internal DateTimeOffset Now => DateTimeOffset.UnixEpoch.AddTicks(_now / 100);

    /// <summary>Gets what was done last, for the message of a failure.</summary>
    internal string Done { get; private set; } = "";

    internal void Step()
    {
        // Much happens within one tick.
        _now += _random.Next(3) switch { 0 => _random.Next(3_000), 1 => _random.Next(30_000_000), _ => NextLong() };
        if (_names.Count < 4)
        {
            Create();
            return;
        }

        Action[] changes =
        [
            Create, Create, Rewrite, Rewrite, RewriteOneByte, RewriteKeepingTime, Touch, Rename, Link, Remove,
            RestoreFromBackup, ReuseInode, SetClock,
        ];
        changes[_random.Next(changes.Length)]();
    }

    /// <summary>Lets so much time pass that no change is recent.</summary>
    internal void Rest() => _now += 50_000_000_000;

    /// <summary>Renames a file as Doppel does, which tells the catalog of the new state.</summary>
    internal (FileFacts Before, FileFacts After) RenameByDoppel()
    {
        Rename();
        MemoryNode node = Volume[_names[_random.Next(_names.Count)]];
        FileFacts before = node.Facts;
        _now += 5_000_000_000;
        node.Changed = Tick();

        // What another program writes within the same tick cannot be seen, as docs/catalog.md says.
        _now += _tick;
        Done = "a change by Doppel";
        return (before, node.Facts);
    }

    private long NextLong() => _random.NextInt64(10_000_000_000);

    private FileTime Tick()
    {
        long whole = _tick == 1_000_000_000 ? _now / _tick * _tick : ((_now - _phase) / _tick * _tick) + _phase;
        return new FileTime(whole / 1_000_000_000, (int)(whole % 1_000_000_000));
    }

    private string Pick() => _names[_random.Next(_names.Count)];

    private byte[] Content()
    {
        if (anyContent is not null)
        {
            return anyContent(_random);
        }

        int size = s_sizes[_random.Next(s_sizes.Length)];
        byte[] content = Search.Random(_random.Next(2), size);
        return _random.Next(3) == 0 ? Search.Flip(content, _random.Next(size)) : content;
    }

    private void Create()
    {
        string name = $"/r/{(char)('a' + _random.Next(3))}/{_last++}";
        MemoryNode node = Volume.AddFile(name, Content());
        (node.Born, node.Modified, node.Changed) = (Tick(), Tick(), Tick());
        _names.Add(name);
        Done = $"create {name}";
    }

    private void Rewrite() => Write(Pick(), Content(), keepsTime: false);

    private void RewriteOneByte()
    {
        string name = Pick();
        byte[] content = Volume[name].Content;
        Write(name, Search.Flip(content, _random.Next(content.Length)), keepsTime: false);
    }

    private void RewriteKeepingTime()
    {
        string name = Pick();
        byte[] content = Volume[name].Content;
        Write(name, Search.Flip(content, _random.Next(content.Length)), keepsTime: true);
    }

    private void Write(string name, byte[] content, bool keepsTime)
    {
        MemoryNode node = Volume[name];
        node.Content = content;
        node.Changed = Tick();
        node.Modified = keepsTime ? node.Modified : Tick();
        Done = $"write {name}{(keepsTime ? ", modification time put back" : "")}";
    }

    private void Touch()
    {
        string name = Pick();
        MemoryNode node = Volume[name];
        node.Modified = new FileTime(_random.Next(1_000_000_000), 0);
        node.Changed = Tick();
        Done = $"touch {name}";
    }

    private void Rename()
    {
        string name = Pick();
        string other = $"/r/d/{_last++}";
        Volume.AddFolder("/r/d");
        Volume.Move(name, other);
        Volume[other].Changed = Tick();
        _names[_names.IndexOf(name)] = other;
        Done = $"rename {name} to {other}";
    }

    private void Link()
    {
        string name = Pick();
        string other = $"/r/{_last++}";
        Volume.AddHardLink(other, name).Changed = Tick();
        _names.Add(other);
        Done = $"link {other} to {name}";
    }

    private void Remove()
    {
        string name = Pick();
        MemoryNode node = Volume[name];
        Volume.Remove(name);
        node.Changed = Tick();
        _names.Remove(name);
        Done = $"remove {name}";
    }

    // Another file takes the name, with the content and the modification time of an older state.
    private void RestoreFromBackup()
    {
        string name = Pick();
        FileTime modified = Volume[name].Modified;
        byte[] content = _random.Next(2) == 0 ? Volume[name].Content : Content();
        Volume.Remove(name);
        MemoryNode node = Volume.AddFile(name, content);
        (node.Born, node.Modified, node.Changed) = (Tick(), modified, Tick());
        Done = $"restore {name}";
    }

    private void ReuseInode()
    {
        string name = Pick();
        if (Volume[name].Links > 1)
        {
            return;
        }

        ulong inode = Volume[name].Inode;
        Volume.Remove(name);
        _names.Remove(name);
        Create();
        Volume[_names[^1]].Inode = inode;
        Done += $" in the inode of {name}";
    }

    private void SetClock()
    {
        _now += NextLong() - 5_000_000_000;
        _phase = _random.NextInt64(_tick);
        Done = "set the clock";
    }
}
