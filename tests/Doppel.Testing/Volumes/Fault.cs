using Doppel.Volumes;

namespace Doppel.Testing;

/// <summary>One rule of a <see cref="FaultyVolume"/>: at which calls something goes wrong, and what.</summary>
/// <remarks>Several effects of one rule add up. The first rule that meets a call decides it.</remarks>
public sealed class Fault
{
    /// <summary>For <see cref="Times"/>: from <see cref="First"/> on, for ever.</summary>
    public const int Always = int.MaxValue;

    private int _seen;

    /// <summary>The call that it meets.</summary>
    public required VolumeCall Call { get; init; }

    /// <summary>The end of the paths that it meets, as text. Default: null, every path.</summary>
    public string? PathSuffix { get; init; }

    /// <summary>The first of the matching calls that it meets, 1 or more. Default: 1.</summary>
    public int First { get; init; } = 1;

    /// <summary>How many matching calls in a row it meets. Default: 1.</summary>
    public int Times { get; init; } = 1;

    /// <summary>What the call fails with, without reaching the volume below. Default: it does not fail.</summary>
    public VolumeError Error { get; init; }

    /// <summary>The most bytes that a read gives; with no <see cref="Error"/>, as if the file ended there.</summary>
    public int? ShortenTo { get; init; }

    /// <summary>Changes what a read hands out.</summary>
    public ContentChange? Content { get; init; }

    /// <summary>Changes the facts that the call gives.</summary>
    public Func<FileFacts, FileFacts>? Facts { get; init; }

    /// <summary>Changes the extents that the call gives.</summary>
    public Action<List<FileExtent>>? Extents { get; init; }

    /// <summary>Runs before the call with its path: here a test waits for another thread or changes the tree.</summary>
    public Action<string>? Before { get; init; }

    /// <summary>Runs after the call with its path.</summary>
    public Action<string>? After { get; init; }

    /// <summary>How many calls matched so far, met or not.</summary>
    public int Seen => Volatile.Read(ref _seen);

    internal bool Meets(VolumeCall call, string path)
    {
        if (call != Call || (PathSuffix is not null && !path.EndsWith(PathSuffix, StringComparison.Ordinal)))
        {
            return false;
        }

        int number = Interlocked.Increment(ref _seen);
        return number >= First && number - First < Times;
    }
}
