using Doppel.Testing;
using Doppel.Volumes;

namespace Doppel.Finding.Tests;

/// <summary>A few files and the programs that write to them, in simulated time.</summary>
/// <remarks>
/// Times are those of a kernel: a call that writes sets them when it begins, and a mapped page sets them when it is
/// written to for the first time since it was last flushed. No call takes longer than 10 minutes.
/// </remarks>
/// <param name="seed">The seed.</param>
internal sealed class WriteHistory(int seed)
{
    private const long Second = 1_000_000_000;
    private const long Tick = 4_000_000;
    private const long CallMax = 590 * Second;
    private const long DirtyMax = 35 * Second;

    private static readonly int[] s_sizes = [100, 70_000, 270_000];

    private readonly Random _random = new(seed);
    private readonly List<Writer> _writers = [];
    private long _now = 1_750_000_000 * Second;
    private int _last;

    internal MemoryVolume Volume { get; } = new();

    internal List<string> Names { get; } = [];

    /// <summary>Gets the time by the clock of the system.</summary>
    internal DateTimeOffset Now => DateTimeOffset.UnixEpoch.AddTicks(_now / 100);

    /// <summary>Gets what was done, for the message of a failure.</summary>
    internal List<string> Done { get; } = [];

    /// <summary>Creates the files and lets some time pass.</summary>
    internal void Begin()
    {
        int size = s_sizes[_random.Next(s_sizes.Length)];
        int count = _random.Next(2, 12);
        for (int i = 0; i < count; i++)
        {
            string name = $"/r/{i}";
            MemoryNode node = Volume.AddFile(name, Search.Random(_random.Next(3), size));
            (node.Born, node.Modified, node.Changed) = (Time(), Time(), Time());
            if (_random.Next(8) == 0)
            {
                // A file of another user, about which nobody tells.
                node.WritersError = new VolumeError(VolumeErrorKind.AccessDenied);
            }

            Names.Add(name);
        }

        _now += _random.Next(2) == 0 ? 700 * Second : 5 * Second;
    }

    /// <summary>Lets time pass, and one program do something.</summary>
    internal void Step()
    {
        long pause = _random.Next(4) switch { 0 => 0, 1 => Tick, 2 => 3 * Second, _ => 100 * Second };
        Pass(pause);
        if (_writers.Count == 0 || (_writers.Count < 3 && _random.Next(3) == 0))
        {
            Start();
            return;
        }

        Writer writer = _writers[_random.Next(_writers.Count)];
        if (!writer.Continue(this))
        {
            Stop(writer);
        }
    }

    /// <summary>Lets all programs finish and a second pass.</summary>
    internal void Finish()
    {
        while (_writers.Count > 0)
        {
            Pass(Second);
            if (!_writers[0].Continue(this))
            {
                Stop(_writers[0]);
            }
        }

        _now += Second;
    }

    private void Pass(long pause)
    {
        // A call that has taken almost 10 minutes comes to its end before the time passes.
        foreach (Writer writer in _writers.ToArray())
        {
            while (writer.Since is { } since && _now + pause - since > CallMax && writer.Continue(this))
            {
            }
        }

        _now += pause;
    }

    private void Start()
    {
        string name = Names[_random.Next(Names.Count)];
        MemoryNode node = Volume[name];
        byte[] content = Search.Random(_random.Next(3), node.Content.Length);
        string kind = _random.Next(5) switch
        {
            0 => "long write",
            1 => "pieces",
            2 => "map",
            3 => "set times back",
            _ => "rename over",
        };
        Done.Add($"{_now}: {kind} {name}");
        if (kind == "set times back")
        {
            node.Modified = node.Modified with { Seconds = node.Modified.Seconds - 1000 };
            node.Changed = Time();
            return;
        }

        string? over = kind == "rename over" ? name : null;
        if (over is not null)
        {
            name = $"/r/new{_last++}";
            node = Volume.AddFile(name, new byte[content.Length]);
            (node.Born, node.Modified, node.Changed) = (Time(), Time(), Time());
        }

        if (node.WritersError.Kind == VolumeErrorKind.None)
        {
            node.WritersError = new VolumeError(VolumeErrorKind.Busy);
        }

        _writers.Add(new Writer(node, content, kind, name, over));
    }

    private void Stop(Writer writer)
    {
        _writers.Remove(writer);
        Done.Add($"{_now}: end of {writer.Kind} {writer.Name}");
        if (writer.Node.WritersError.Kind == VolumeErrorKind.Busy
            && _writers.TrueForAll(one => one.Node != writer.Node))
        {
            writer.Node.WritersError = VolumeError.None;
        }

        if (writer.Over is { } over)
        {
            Volume.Move(writer.Name, over);
            writer.Node.Changed = Time();
        }
    }

    private FileTime Time() => new(_now / Second, (int)(_now % Second / Tick * Tick));

    /// <summary>A program that has a file open for writing.</summary>
    private sealed class Writer(MemoryNode node, byte[] content, string kind, string name, string? over)
    {
        private readonly int _piece = (content.Length / 5) + 1;
        private int _written;
        private long? _dirtySince;

        internal MemoryNode Node => node;

        internal string Kind => kind;

        internal string Name => name;

        internal string? Over => over;

        /// <summary>Gets when the call began that is running now, or null if there is none.</summary>
        internal long? Since { get; private set; }

        /// <summary>Writes some bytes. Returns false if there is nothing left to write.</summary>
        internal bool Continue(WriteHistory history)
        {
            if (_written >= content.Length)
            {
                Since = null;
                return false;
            }

            bool isMap = kind == "map";
            if (isMap ? !(history._now - _dirtySince <= DirtyMax) : Since is null)
            {
                node.Modified = node.Changed = history.Time();
                _dirtySince = history._now;
                Since = isMap ? null : history._now;

                // The times are there before the first byte is.
                return true;
            }

            byte[] mixed = [.. node.Content];
            int bytes = Math.Min(_piece, content.Length - _written);
            content.AsSpan(_written, bytes).CopyTo(mixed.AsSpan(_written));
            node.Content = mixed;
            _written += bytes;
            Since = kind == "pieces" ? null : Since;
            return true;
        }
    }
}
