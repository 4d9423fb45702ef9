namespace Doppel.CommandLine;

/// <summary>Turns the options that are saved as profiles into options of a command line.</summary>
internal static class ProfileOptions
{
    /// <summary>Returns the options of the profiles in use, followed by those of the command line.</summary>
    /// <exception cref="UsageException">There is no such profile, or it is invalid.</exception>
    internal static IReadOnlyList<OptionUse> Expand(CommandHost host, IReadOnlyList<OptionUse> uses)
    {
        List<OptionUse> all = [];
        foreach (OptionUse use in uses.Where(static use => use.Definition == RunOptions.Profile))
        {
            IReadOnlyList<string> options = ProfileStore.OfUser(host.Environment).Options(use.Value!);
            all.AddRange(Parse(host.Commands, use.Value!, options));
        }

        return all.Count == 0 ? uses : [.. all, .. uses];
    }

    /// <summary>Parses the options of a profile, which are those of the main command.</summary>
    /// <exception cref="UsageException">
    /// An option is invalid or not allowed in a profile, or there is an operand.
    /// </exception>
    internal static IReadOnlyList<OptionUse> Parse(CommandTable commands, string profile, IEnumerable<string> options)
    {
        try
        {
            ParsedCommand parsed = ArgumentParser.Parse(commands, [.. commands.Main.Words, .. options]);
            if (parsed.Help != HelpWanted.None || parsed.Version)
            {
                throw new UsageException("it contains --help or --version");
            }

            if (parsed.Operands.Count > 0)
            {
                throw new UsageException(
                    $"{Quote.Text(parsed.Operands[0])} is not an option",
                    "a profile contains only options of doppel find, no ROOT");
            }

            return parsed.Uses.Any(static use => use.Definition == RunOptions.Profile)
                ? throw new UsageException("it contains --profile")
                : parsed.Uses;
        }
        catch (UsageException bad)
        {
            throw new UsageException($"profile {profile}: {bad.Message}", bad.Hint);
        }
    }
}
