using Doppel.Volumes;

namespace Doppel.Lab;

/// <summary>Options that say what to measure, on which files and for how long.</summary>
public sealed record LabOptions
{
    /// <summary>The maximum number of repeats.</summary>
    public const int RepeatsMax = 99;

    /// <summary>Gets the volume that holds the files.</summary>
    public required IVolume Volume { get; init; }

    /// <summary>
    /// Gets the absolute path of the folder whose files are read. Other file systems below it are skipped.
    /// </summary>
    public required ReadOnlyMemory<byte> Root { get; init; }

    /// <summary>Gets the executable that performs runs, which is started with <see cref="Arguments"/>.</summary>
    public required string Executable { get; init; }

    /// <summary>
    /// Gets the arguments that make the executable call <see cref="RunChild.Run(Stream, Stream, IVolume)"/> with its
    /// standard streams.
    /// </summary>
    public IReadOnlyList<string> Arguments { get; init; } = [];

    /// <summary>Gets the strategies to compare. Default: <see cref="StrategyTable.Every"/>.</summary>
    public IReadOnlyList<StrategyDefinition> Strategies { get; init; } = StrategyTable.Every;

    /// <summary>
    /// Gets the starts of the size classes in bytes, in ascending order. Default:
    /// <see cref="SizeClass.DefaultStarts"/>.
    /// </summary>
    public IReadOnlyList<long> SizeStarts { get; init; } = SizeClass.DefaultStarts;

    /// <summary>Gets the temperatures to measure. Default: cold, then warm.</summary>
    public IReadOnlyList<Temperature> Temperatures { get; init; } = [Temperature.Cold, Temperature.Warm];

    /// <summary>Gets how many times each strategy reads each set, 1 to 99. Default: 5.</summary>
    public int Repeats { get; init; } = 5;

    /// <summary>Gets the maximum number of files in a set, 8 or greater. Default: 5,000.</summary>
    public int FilesMax { get; init; } = 5000;

    /// <summary>Gets the maximum total size of a set in bytes. Default: 64 MB.</summary>
    public long SetBytesMax { get; init; } = 64_000_000;

    /// <summary>
    /// Gets whether a set may exceed the size of memory if its content cannot be dropped from there otherwise. Default:
    /// false.
    /// </summary>
    public bool MayExceedMemory { get; init; }

    /// <summary>Gets the maximum duration of one run. Default: one minute.</summary>
    public TimeSpan RunLimit { get; init; } = TimeSpan.FromMinutes(1);

    /// <summary>Gets the duration after which no more runs are started. Default: infinite.</summary>
    public TimeSpan TimeMax { get; init; } = Timeout.InfiniteTimeSpan;

    /// <summary>
    /// Gets the seed for choosing files and the order of runs. The same seed and folder give the same choices. Default:
    /// 1.
    /// </summary>
    public int Seed { get; init; } = 1;

    /// <summary>
    /// Gets the maximum size of the managed heap of a run in bytes, or 0 for the machine's limit. Default: 1 GiB.
    /// </summary>
    public long HeapBytesMax { get; init; } = 1L << 30;

    /// <summary>Gets the clock.</summary>
    public TimeProvider Time { get; init; } = TimeProvider.System;

    /// <summary>Returns a copy of the options with the strategies, sets and repeats of a depth.</summary>
    public LabOptions With(LabDepth depth) => depth switch
    {
        LabDepth.Quick => this with
        {
            Strategies = StrategyTable.Few,
            Temperatures = [Temperature.Cold],
            FilesMax = 2000,
            SetBytesMax = 24_000_000,
            RunLimit = TimeSpan.FromSeconds(10),
            TimeMax = TimeSpan.FromSeconds(110),
        },
        LabDepth.Full => this with
        {
            Repeats = 7,
            FilesMax = 10_000,
            SetBytesMax = 512_000_000,
            MayExceedMemory = true,
            RunLimit = TimeSpan.FromMinutes(5),
        },
        _ => this,
    };

    /// <summary>Checks that every value is in range.</summary>
    /// <exception cref="ArgumentException">
    /// A value is out of range; the message names it and its allowed values.
    /// </exception>
    public void Validate()
    {
        if (Strategies.Count == 0 || Temperatures.Count == 0 || SizeStarts.Count == 0)
        {
            throw new ArgumentException("Strategies, Temperatures and SizeStarts must each have something in them.");
        }

        if (Repeats is < 1 or > RepeatsMax)
        {
            throw new ArgumentOutOfRangeException(nameof(Repeats), Repeats, $"Repeats must be 1 to {RepeatsMax}.");
        }

        if (FilesMax < FileChoice.FilesMin)
        {
            throw new ArgumentOutOfRangeException(
                nameof(FilesMax), FilesMax, $"FilesMax must be {FileChoice.FilesMin} or more.");
        }

        for (int i = 0; i < SizeStarts.Count; i++)
        {
            if (SizeStarts[i] < 1 || (i > 0 && SizeStarts[i] <= SizeStarts[i - 1]))
            {
                throw new ArgumentException("SizeStarts must be 1 or more and ascend.", nameof(SizeStarts));
            }
        }
    }
}

/// <summary>Specifies how thorough a measurement is.</summary>
public enum LabDepth
{
    /// <summary>A few strategies on small sets, in less than two minutes.</summary>
    Quick,

    /// <summary>All strategies, on sets of up to 64 MB.</summary>
    Usual,

    /// <summary>All strategies seven times, on sets of up to 10,000 files and 512 MB.</summary>
    Full,
}
