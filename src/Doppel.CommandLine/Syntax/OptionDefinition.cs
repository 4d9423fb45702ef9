namespace Doppel.CommandLine;

/// <summary>Defines an option: its syntax, and its description in help, the manual and completions.</summary>
internal record OptionDefinition
{
    /// <summary>Gets the long name without dashes.</summary>
    internal required string Name { get; init; }

    /// <summary>Gets the one-letter name; '\0' if there is none.</summary>
    internal char Short { get; init; }

    /// <summary>Gets the name of the value in help; null if the option takes no value.</summary>
    internal string? ValueName { get; init; }

    /// <summary>Gets the allowed values; empty if they are not a fixed list.</summary>
    internal IReadOnlyList<string> Choices { get; init; } = [];

    /// <summary>Gets what shells complete for the value.</summary>
    internal ValueCompletion Completion { get; init; }

    /// <summary>Gets the category under which help lists the option.</summary>
    internal required OptionCategory Category { get; init; }

    /// <summary>Gets the one-line description for <c>-h</c> and completions, without a full stop.</summary>
    internal required string Summary { get; init; }

    /// <summary>
    /// Gets the full description for <c>--help</c>, the manual and the docs. A blank line separates paragraphs.
    /// </summary>
    internal required string Text { get; init; }

    /// <summary>Gets the option that reverses this one, without dashes; null if there is none.</summary>
    internal string? Negation { get; init; }

    /// <summary>Gets whether the option requires a value.</summary>
    internal bool TakesValue => ValueName is not null;

    /// <summary>Gets the syntax, such as <c>-o, --output FILE</c>.</summary>
    internal string Syntax
    {
        get
        {
            string shortForm = Short == '\0' ? "" : $"-{Short}, ";
            string value = TakesValue ? " " + ValueName : "";
            return $"{shortForm}--{Name}{value}";
        }
    }

    /// <summary>Creates an option without a value. <c>--no-x</c> reverses <c>--x</c>, and vice versa.</summary>
    internal static OptionDefinition<TSettings> Switch<TSettings>(
        string name, OptionCategory category, string summary, string text, Action<TSettings, bool> apply)
        where TSettings : class => new()
        {
            Name = name,
            Category = category,
            Summary = summary,
            Text = text,
            Negation = name.StartsWith("no-", StringComparison.Ordinal) ? name[3..] : "no-" + name,
            Apply = (settings, value) => apply(settings, value is not null),
        };

    /// <summary>Creates an option whose value is one of a fixed list of words.</summary>
    internal static OptionDefinition<TSettings> Choice<TSettings>(
        string name, OptionCategory category, string valueName, IReadOnlyList<string> choices, string summary,
        string text, Action<TSettings, int> apply)
        where TSettings : class => new()
        {
            Name = name,
            Category = category,
            ValueName = valueName,
            Choices = choices,
            Completion = ValueCompletion.Choices,
            Summary = summary,
            Text = text,
            Apply = (settings, value) => apply(settings, IndexOfChoice(choices, value)),
        };

    private static int IndexOfChoice(IReadOnlyList<string> choices, string? value)
    {
        for (int i = 0; i < choices.Count; i++)
        {
            if (choices[i] == value)
            {
                return i;
            }
        }

        throw NotOneOf(value, choices);
    }

    /// <summary>Returns the error for a value that is not in a list, with the most similar one as a hint.</summary>
    internal static UsageException NotOneOf(string? value, IReadOnlyList<string> choices)
    {
        string? near = NearestName.Find(value ?? "", choices);
        return new UsageException(
            $"'{value}' is not one of {string.Join(", ", choices)}", near is null ? null : $"did you mean {near}?");
    }
}

/// <summary>Defines an option together with its effect on settings.</summary>
/// <typeparam name="TSettings">The least that settings need for this option: usually an interface.</typeparam>
internal sealed record OptionDefinition<TSettings> : OptionDefinition, IOption<TSettings>
    where TSettings : class
{
    /// <summary>
    /// Gets the action that applies a value to the settings, or restores the default if the value is null. It throws
    /// <see cref="UsageException"/> if the value is invalid.
    /// </summary>
    internal required Action<TSettings, string?> Apply { get; init; }

    OptionDefinition IOption<TSettings>.Definition => this;

    void IOption<TSettings>.Apply(TSettings settings, string? value) => Apply(settings, value);
}

/// <summary>
/// An option that can be applied to settings. The compiler lets a command have an option only if the command's settings
/// contain what the option changes.
/// </summary>
/// <typeparam name="TSettings">The settings of a command, or a part of them.</typeparam>
internal interface IOption<in TSettings>
{
    /// <summary>Gets the name and description.</summary>
    OptionDefinition Definition { get; }

    /// <summary>Applies a value, or restores the default if the value is null.</summary>
    /// <exception cref="UsageException">The value is invalid.</exception>
    void Apply(TSettings settings, string? value);
}
