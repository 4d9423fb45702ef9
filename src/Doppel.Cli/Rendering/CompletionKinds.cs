namespace Doppel.Cli;

/// <summary>Names what completions ask <c>doppel generate values</c> for.</summary>
internal static class CompletionKinds
{
    private static readonly (ValueCompletion Kind, string Word)[] s_words =
    [
        (ValueCompletion.Profile, "profiles"),
        (ValueCompletion.SavedVolume, "volumes"),
        (ValueCompletion.Run, "runs"),
        (ValueCompletion.ChangedRun, "changed-runs"),
        (ValueCompletion.InterruptedRun, "interrupted-runs"),
    ];

    /// <summary>Returns the word for a kind, or null if the shell needs no help with it.</summary>
    internal static string? WordOf(ValueCompletion kind) =>
        s_words.FirstOrDefault(item => item.Kind == kind).Word;

    /// <summary>Returns the kind that a word names.</summary>
    /// <exception cref="UsageException">It names none.</exception>
    internal static ValueCompletion Parse(string word)
    {
        foreach ((ValueCompletion kind, string name) in s_words)
        {
            if (name == word)
            {
                return kind;
            }
        }

        throw OptionDefinition.NotOneOf(word, [.. s_words.Select(static item => item.Word)]);
    }
}
