using Doppel.Volumes;

namespace Doppel.Lab;

/// <summary>What is measured, on which files and for how long.</summary>
public sealed record LabOptions
{
    /// <summary>Repeats at most.</summary>
    public const int RepeatsMax = 99;

    /// <summary>Where the files lie.</summary>
    public required IVolume Volume { get; init; }

    /// <summary>The folder whose files are read, an absolute path. Other file systems below it are left out.</summary>
    public required ReadOnlyMemory<byte> Root { get; init; }

    /// <summary>The executable that does runs; it is started with <see cref="Arguments"/>.</summary>
    public required string Program { get; init; }

    /// <summary>
    /// What makes the executable call <see cref="RunChild.Run(Stream, Stream, IVolume)"/> with its standard streams.
    /// </summary>
    public IReadOnlyList<string> Arguments { get; init; } = [];

    /// <summary>What is compared. Default: <see cref="StrategyTable.Usual"/>.</summary>
    public IReadOnlyList<StrategyDefinition> Strategies { get; init; } = StrategyTable.Usual;

    /// <summary>Where size classes begin, in ascending order. Default: <see cref="SizeClass.DefaultStarts"/>.</summary>
    public IReadOnlyList<long> SizeStarts { get; init; } = SizeClass.DefaultStarts;

    /// <summary>What memory knows when runs begin; each is measured. Default: cold, then warm.</summary>
    public IReadOnlyList<Temperature> Temperatures { get; init; } = [Temperature.Cold, Temperature.Warm];

    /// <summary>How often each strategy reads each set, 1 to 99. Default: 5.</summary>
    public int Repeats { get; init; } = 5;

    /// <summary>Files of a set at most, 8 or more. Default: 5,000.</summary>
    public int FilesMax { get; init; } = 5000;

    /// <summary>Bytes of a set at most. Default: 64 MB.</summary>
    public long SetBytesMax { get; init; } = 64_000_000;

    /// <summary>
    /// Whether a set may become larger than memory where content cannot be dropped from it otherwise. Default: false.
    /// </summary>
    public bool MayExceedMemory { get; init; }

    /// <summary>How long one run may take. Default: one minute.</summary>
    public TimeSpan RunLimit { get; init; } = TimeSpan.FromMinutes(1);

    /// <summary>After so long no run begins any more. Default: infinite.</summary>
    public TimeSpan TimeMax { get; init; } = Timeout.InfiniteTimeSpan;

    /// <summary>Chooses files and the order of runs: the same seed and folder give the same.</summary>
    public int Seed { get; init; } = 1;

    /// <summary>What runs must not go beyond.</summary>
    public LabLimits Limits { get; init; } = LabLimits.Default;

    /// <summary>The clock.</summary>
    public TimeProvider Time { get; init; } = TimeProvider.System;

    /// <summary>The same with the strategies, sets and repeats of a depth.</summary>
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
            Strategies = StrategyTable.Every,
            Repeats = 7,
            FilesMax = 10_000,
            SetBytesMax = 512_000_000,
            MayExceedMemory = true,
            RunLimit = TimeSpan.FromMinutes(5),
        },
        _ => this,
    };

    /// <summary>Throws where a value is out of its range.</summary>
    /// <exception cref="ArgumentException">The message tells which and what is allowed.</exception>
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
