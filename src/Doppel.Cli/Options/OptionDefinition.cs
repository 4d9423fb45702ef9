using Doppel.Cli.Commands;

namespace Doppel.Cli.Options;

/// <summary>
/// One option: how it is written, what it does, and all that help, man page and completions tell of it.
/// </summary>
internal sealed record OptionDefinition
{
    /// <summary>The long name without dashes.</summary>
    internal required string Name { get; init; }

    /// <summary>The one-letter name; '\0' where there is none.</summary>
    internal char Short { get; init; }

    /// <summary>What the value is called in help; null for a option without one.</summary>
    internal string? ValueName { get; init; }

    /// <summary>The values allowed; empty where they are not a fixed list.</summary>
    internal IReadOnlyList<string> Choices { get; init; } = [];

    /// <summary>What a shell offers for the value.</summary>
    internal ValueCompletion Completion { get; init; }

    /// <summary>The heading it stands under.</summary>
    internal required OptionCategory Category { get; init; }

    /// <summary>One line for <c>-h</c> and completions, without a full stop.</summary>
    internal required string Summary { get; init; }

    /// <summary>Whole sentences for <c>--help</c>, man page and docs; paragraphs parted by an empty line.</summary>
    internal required string Text { get; init; }

    /// <summary>The option that undoes it, without dashes; null where there is none.</summary>
    internal string? Negation { get; init; }

    /// <summary>
    /// Takes the value, or puts the default back where it is null. A bad value is a <see cref="UsageException"/>.
    /// </summary>
    internal Action<FindSettings, string?>? Apply { get; init; }

    /// <summary>Whether a value must follow.</summary>
    internal bool TakesValue => ValueName is not null;

    /// <summary>Such as <c>-o, --output FILE</c>.</summary>
    internal string Syntax => (Short == '\0' ? "" : $"-{Short}, ") + "--" + Name + (TakesValue ? " " + ValueName : "");

    /// <summary>
    /// A option without a value, undone by <c>--no-x</c>, or by <c>--x</c> if it is <c>--no-x</c> itself.
    /// </summary>
    internal static OptionDefinition Switch(
        string name, OptionCategory category, string summary, string text, Action<FindSettings, bool> apply) => new()
        {
            Name = name,
            Category = category,
            Summary = summary,
            Text = text,
            Negation = name.StartsWith("no-", StringComparison.Ordinal) ? name[3..] : "no-" + name,
            Apply = (settings, value) => apply(settings, value is not null),
        };

    /// <summary>A option whose value is one of a few words.</summary>
    internal static OptionDefinition Choice(
        string name, OptionCategory category, string valueName, IReadOnlyList<string> choices, string summary,
        string text, Action<FindSettings, int> apply) => new()
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

        throw new UsageException($"'{value}' is not one of {string.Join(", ", choices)}");
    }
}
