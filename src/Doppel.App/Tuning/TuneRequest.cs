using Doppel.Lab;

namespace Doppel.App;

/// <summary>What the user wants of a measurement. Options fill it.</summary>
internal sealed class TuneRequest
{
    internal const int RepeatsMax = LabOptions.RepeatsMax;

    private const int SizesMax = 16;

    /// <summary>Gets or sets whether to measure the main strategies only, on small sets.</summary>
    internal bool Quick { get; set; }

    /// <summary>Gets or sets whether to measure every strategy on large sets.</summary>
    internal bool Full { get; set; }

    /// <summary>
    /// Gets or sets whether to measure with a cold cache. If no cache state is requested, the depth decides.
    /// </summary>
    internal bool Cold { get; set; }

    internal bool Warm { get; set; }

    internal bool DropCaches { get; set; }

    /// <summary>Gets or sets the strategies to measure; null for those of the depth.</summary>
    internal IReadOnlyList<StrategyDefinition>? Strategies { get; set; }

    /// <summary>Gets or sets the lower bounds of the size classes, in bytes; null for the default.</summary>
    internal IReadOnlyList<long>? Sizes { get; set; }

    /// <summary>Gets or sets the number of repeats; 0 for that of the depth.</summary>
    internal int Repeats { get; set; }

    /// <summary>Gets or sets the random seed; null for one from the clock.</summary>
    internal int? Seed { get; set; }

    /// <summary>Parses a list of strategies.</summary>
    /// <exception cref="UsageException">It is empty, or a strategy is unknown.</exception>
    internal static IReadOnlyList<StrategyDefinition> ParseStrategies(string value)
    {
        IReadOnlyList<StrategyDefinition>? found = StrategyTable.Parse(value, out string unknown);
        if (found is null)
        {
            throw new UsageException($"unknown strategy: '{unknown}'", "doppel tune --help lists them");
        }

        return found.Count > 0 ? found : throw new UsageException("the list is empty");
    }

    /// <summary>Parses a list of lower bounds.</summary>
    /// <exception cref="UsageException">It is too long, or it does not ascend.</exception>
    internal static IReadOnlyList<long> ParseSizes(string value)
    {
        var sizes = new List<long>();
        foreach (string word in value.Split(','))
        {
            if (!SizeText.TryParse(word, out long size) || size < 1 || (sizes.Count > 0 && size <= sizes[^1]))
            {
                throw new UsageException(
                    $"'{word}' is not a size, or not larger than the one before it", SizeText.Hint);
            }

            sizes.Add(size);
        }

        return sizes.Count <= SizesMax ? sizes : throw new UsageException($"more than {SizesMax} sizes");
    }

    /// <summary>Returns the options for the laboratory.</summary>
    /// <param name="options">What is measured, and with what.</param>
    internal LabOptions Complete(LabOptions options)
    {
        LabDepth least = Quick ? LabDepth.Quick : LabDepth.Usual;
        options = (options with { SizeStarts = Sizes ?? options.SizeStarts }).With(Full ? LabDepth.Full : least);
        List<Temperature> temperatures =
        [
            .. Cold ? [Temperature.Cold] : Array.Empty<Temperature>(),
            .. Warm ? [Temperature.Warm] : Array.Empty<Temperature>(),
            .. DropCaches ? [Temperature.Dropped] : Array.Empty<Temperature>(),
        ];
        return options with
        {
            Strategies = Strategies ?? options.Strategies,
            Repeats = Repeats > 0 ? Repeats : options.Repeats,
            Temperatures = temperatures.Count > 0 ? temperatures : options.Temperatures,
        };
    }
}
