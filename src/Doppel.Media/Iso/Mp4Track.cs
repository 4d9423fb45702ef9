namespace Doppel.Media;

/// <summary>A track whose samples are payload.</summary>
internal sealed class Mp4Track(uint id, uint handler, IsoBox box)
{
    private (long Size, long Duration, long Shift) _run;
    private long _runLength;
    private long _time;

    /// <summary>Its number, which fragments name it by.</summary>
    internal uint Id { get; } = id;

    /// <summary>Its kind, four letters.</summary>
    internal uint Handler { get; } = handler;

    /// <summary>Its box.</summary>
    internal IsoBox Box { get; } = box;

    /// <summary>The box of its tables of samples.</summary>
    internal IsoBox Samples { get; set; }

    /// <summary>How many bytes are enough.</summary>
    internal long BytesMax { get; set; } = long.MaxValue;

    /// <summary>Whether so many are there; what comes then is passed over.</summary>
    internal bool IsFull => Payload.Bytes >= BytesMax;

    /// <summary>Units of its times in a second.</summary>
    internal long TimeScale { get; set; }

    /// <summary>Whether it counts when its samples are shown.</summary>
    internal bool HasTimes { get; set; } = true;

    /// <summary>When its last sample has been shown, in its units.</summary>
    internal long ShownUntil { get; private set; }

    /// <summary>What of it is payload.</summary>
    internal PayloadBuilder Payload { get; } = new();

    /// <summary>What holds for samples of fragments that do not say otherwise.</summary>
    internal (long Duration, long Size) Defaults { get; set; }

    /// <summary>Takes in samples that follow each other in the file.</summary>
    /// <param name="file">The file.</param>
    /// <param name="offset">Where the first one begins.</param>
    /// <param name="count">How many.</param>
    /// <param name="size">Bytes of each.</param>
    /// <param name="duration">How long each lasts, in the track's units.</param>
    /// <param name="shift">By how much each is shown later than decoded.</param>
    internal void Add(HeaderReader file, long offset, long count, long size, long duration, long shift)
    {
        if (size > 0 && (count > file.Length / size || !file.Has(offset, count * size)))
        {
            NotComparableException.Throw("a sample lies outside of the file");
        }

        if (IsFull)
        {
            return;
        }

        // Not as many as lie together, which is the container's doing.
        count = size > 0 && BytesMax < long.MaxValue
            ? Math.Min(count, (BytesMax - Payload.Bytes + size - 1) / size) : count;

        _time = unchecked(_time + (count * duration));
        ShownUntil = Math.Max(ShownUntil, unchecked(_time + shift));
        (duration, shift) = HasTimes ? (duration, shift) : (0, 0);

        // However a table says it, the same samples are the same runs.
        if ((size, duration, shift) != _run)
        {
            EndRun();
            _run = (size, duration, shift);
        }

        _runLength += count;
        Payload.Add(offset, count * size, "samples");
    }

    /// <summary>Goes on at a time, which a fragment says; mostly where the one before it ended.</summary>
    internal void GoTo(long time)
    {
        if (time != _time && !IsFull)
        {
            if (HasTimes)
            {
                EndRun();
                Payload.AddKey(unchecked(time - _time));
            }

            _time = time;
        }
    }

    /// <summary>Nothing more comes.</summary>
    internal void End() => EndRun();

    private void EndRun()
    {
        if (_runLength > 0)
        {
            Payload.AddKey(_runLength);
            Payload.AddKey(_run.Size);
            Payload.AddKey(_run.Duration);
            Payload.AddKey(_run.Shift);
        }

        _runLength = 0;
    }
}
