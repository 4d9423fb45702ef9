namespace Doppel.Media;

/// <summary>A track whose samples are payload.</summary>
internal sealed class Mp4Track(uint id, uint handler, IsoBox box)
{
    private (long Size, long Duration, long Shift) _run;
    private long _runLength;
    private long _time;

    /// <summary>Gets the track ID, by which fragments refer to the track.</summary>
    internal uint Id { get; } = id;

    /// <summary>Gets the handler type, four characters as a number.</summary>
    internal uint Handler { get; } = handler;

    internal IsoBox Box { get; } = box;

    /// <summary>Gets or sets the box with the sample tables.</summary>
    internal IsoBox Samples { get; set; }

    /// <summary>Gets or sets the number of payload bytes that are enough.</summary>
    internal long BytesMax { get; set; } = long.MaxValue;

    /// <summary>Gets whether the track has enough bytes. Further samples are then ignored.</summary>
    internal bool IsFull => Payload.Bytes >= BytesMax;

    /// <summary>Gets or sets the time scale of the track, in units per second.</summary>
    internal long TimeScale { get; set; }

    /// <summary>Gets or sets whether the presentation times of samples count.</summary>
    internal bool HasTimes { get; set; } = true;

    /// <summary>Gets the time at which the presentation of the last sample ends, in units of the time scale.</summary>
    internal long ShownUntil { get; private set; }

    internal PayloadBuilder Payload { get; } = new();

    /// <summary>Adds samples that are contiguous in the file.</summary>
    /// <param name="file">The file.</param>
    /// <param name="offset">The offset of the first sample.</param>
    /// <param name="count">The number of samples.</param>
    /// <param name="size">The size of each sample in bytes.</param>
    /// <param name="duration">The duration of each sample, in units of the track's time scale.</param>
    /// <param name="shift">The composition offset: how much later each sample is presented than decoded.</param>
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

        // The number of samples to take must not depend on how many are contiguous, which is up to the container.
        count = size > 0 && BytesMax < long.MaxValue
            ? Math.Min(count, (BytesMax - Payload.Bytes + size - 1) / size) : count;

        _time = unchecked(_time + (count * duration));
        ShownUntil = Math.Max(ShownUntil, unchecked(_time + shift));
        (duration, shift) = HasTimes ? (duration, shift) : (0, 0);

        // However a table expresses them, equal samples form equal runs.
        if ((size, duration, shift) != _run)
        {
            EndRun();
            _run = (size, duration, shift);
        }

        _runLength += count;
        Payload.Add(offset, count * size, "samples");
    }

    /// <summary>
    /// Continues at the decode time that a fragment declares, which is usually where the previous fragment ended.
    /// </summary>
    internal void GoTo(long time)
    {
        if (time != _time && !IsFull)
        {
            if (HasTimes)
            {
                EndRun();

                // No run has a length of 0, so a gap is never read as one.
                Payload.AddKey(0);
                Payload.AddKey(unchecked(time - _time));
            }

            _time = time;
        }
    }

    /// <summary>Completes the track. Call it after the last sample.</summary>
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
