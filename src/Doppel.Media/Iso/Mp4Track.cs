namespace Doppel.Media;

/// <summary>A track whose samples are payload.</summary>
internal sealed class Mp4Track(uint id, IsoBox box)
{
    private (long Size, long Duration, long Shift) _run;
    private long _runLength;

    /// <summary>Its number, which fragments name it by.</summary>
    internal uint Id { get; } = id;

    /// <summary>Its box.</summary>
    internal IsoBox Box { get; } = box;

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

        // However a table says it, the same samples are the same runs.
        if ((size, duration, shift) != _run)
        {
            EndRun();
            _run = (size, duration, shift);
        }

        _runLength += count;
        Payload.Add(offset, count * size);
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
