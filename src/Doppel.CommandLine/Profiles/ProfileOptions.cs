namespace Doppel.CommandLine;

/// <summary>Turns the options that are saved as profiles into options of a command line.</summary>
internal static class ProfileOptions
{
    /// <summary>Returns the options of the profiles in use, followed by those of the command line.</summary>
    /// <exception cref="UsageException">
    /// There is no such profile, it is invalid, or it selects files or groups in a way that the command lacks.
    /// </exception>
    internal static IReadOnlyList<OptionUse> Expand(
        CommandHost host, CommandDefinition command, IReadOnlyList<OptionUse> uses)
    {
        List<OptionUse> all = [];
        foreach (OptionUse use in uses.Where(static use => use.Definition == RunOptions.Profile))
        {
            IReadOnlyList<string> options = ProfileStore.OfUser(host.Environment).Options(use.Value!);
            all.AddRange(OfCommand(command, use.Value!, Parse(host.Commands, use.Value!, options)));
        }

        return all.Count == 0 ? uses : [.. all, .. uses];
    }

    // The same option can have other words in another command. How results are written and how the work is done is the
    // affair of each command; everything else decides about files, so that a command must not ignore it.
    private static IEnumerable<OptionUse> OfCommand(
        CommandDefinition command, string profile, IReadOnlyList<OptionUse> uses)
    {
        foreach (OptionUse use in uses)
        {
            OptionDefinition wanted = use.Definition;
            OptionDefinition? own = command.Options.FirstOrDefault(option => option == wanted)
                ?? command.Options.FirstOrDefault(option => option.Name == wanted.Name
                    && option.TakesValue == wanted.TakesValue && wanted.Category != OptionCategory.Output);
            if (own is not null)
            {
                yield return use with { Definition = own };
            }
            else if (wanted.Category is not (OptionCategory.Output or OptionCategory.Running))
            {
                throw new UsageException(
                    $"profile {profile}: --{wanted.Name} cannot be used with doppel {command.Name}",
                    "save a profile without it for this command");
            }
        }
    }

    /// <summary>Parses the options of a profile, which are those of the main command, doppel find.</summary>
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
