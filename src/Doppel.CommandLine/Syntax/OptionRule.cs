namespace Doppel.CommandLine;

/// <summary>A rule for two options of one command.</summary>
/// <param name="Option">The long name of the option, without dashes.</param>
/// <param name="Relation">How the option relates to the other.</param>
/// <param name="Other">The long name of the other option, without dashes.</param>
internal sealed record OptionRule(string Option, OptionRelation Relation, string Other)
{
    /// <summary>Gets the value of the other option to which the rule applies; null for every value.</summary>
    internal string? OtherValue { get; init; }

    /// <summary>Gets how to fix a command line that breaks the rule; null for a general sentence.</summary>
    internal string? Hint { get; init; }

    /// <summary>Checks the options of a command against the rule.</summary>
    /// <param name="command">The command.</param>
    /// <param name="uses">The options, in the order in which they apply.</param>
    /// <exception cref="UsageException">The options break the rule.</exception>
    internal void Check(CommandDefinition command, IEnumerable<OptionUse> uses)
    {
        if (Last(uses, Option) is not { Value: not null })
        {
            return;
        }

        OptionUse? other = Last(uses, Other);
        bool isOn = other is { Value: { } value } && (OtherValue is null || OtherValue == value);
        if (Relation == OptionRelation.Excludes && isOn)
        {
            string shown = OtherValue is null ? $"--{Other}" : $"--{Other} {OtherValue}";
            string omit = Last(uses, "profile") is null
                ? "omit one of them"
                : $"omit one of them; --no-{Option} cancels it if the profile contains it";
            throw new UsageException($"--{Option} cannot be used with {shown}", Hint ?? omit);
        }

        // A command line can turn off an option of a profile, and then the profile's other options do no harm.
        if (Relation == OptionRelation.Requires && other is null
            && command.Options.Any(option => option.Name == Other))
        {
            throw new UsageException($"--{Option} requires --{Other}", Hint ?? $"add --{Other}");
        }
    }

    private static OptionUse? Last(IEnumerable<OptionUse> uses, string name)
    {
        OptionUse? last = null;
        foreach (OptionUse use in uses)
        {
            last = use.Definition.Name == name ? use : last;
        }

        return last;
    }
}

/// <summary>Specifies how an option relates to another.</summary>
internal enum OptionRelation
{
    /// <summary>The two cannot be used together.</summary>
    Excludes,

    /// <summary>The option has no effect without the other.</summary>
    Requires,
}
