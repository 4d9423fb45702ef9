namespace Doppel.CommandLine;

/// <summary>Parses a command line: finds the command, then reads its options and operands.</summary>
internal static class ArgumentParser
{
    /// <summary>Parses a command line.</summary>
    /// <param name="table">All commands.</param>
    /// <param name="arguments">The arguments without the program name, as <see cref="ByteText"/>.</param>
    /// <exception cref="UsageException">The command line is invalid.</exception>
    internal static ParsedCommand Parse(CommandTable table, IReadOnlyList<string> arguments)
    {
        int end = EndOfOptions(arguments);
        HelpWanted help = arguments.Count == 0 ? HelpWanted.Short : HelpIn(arguments, end);
        int words = SelectCommand(table, arguments, help, out CommandDefinition? command);
        if (help != HelpWanted.None || command is null)
        {
            string? family = command is null && words > 0 ? arguments[0] : null;
            return new ParsedCommand(command, [], [], help, Version: help == HelpWanted.None, family);
        }

        if (IndexOf("--version", arguments, end) >= 0 || IndexOf("-V", arguments, end) >= 0)
        {
            return new ParsedCommand(command, [], [], Version: true);
        }

        var reader = ArgumentReader.Read(table, command, arguments, words);

        // -h or -V in a bundle such as -qh. A separate -h or -V was handled above.
        if (reader.Uses.Any(static use => use.Definition == HelpOptions.Short))
        {
            return new ParsedCommand(command, [], [], HelpWanted.Short);
        }

        if (reader.Uses.Any(static use => use.Definition == HelpOptions.Version))
        {
            return new ParsedCommand(command, [], [], Version: true);
        }

        int operands = reader.Operands.Count;
        if (operands < command.OperandsMin || operands > command.OperandsMax)
        {
            string wrong = operands < command.OperandsMin ? "missing argument" : "too many arguments";
            throw new UsageException($"{command.Name}: {wrong}", command.Usage);
        }

        return new ParsedCommand(command, reader.Uses, reader.Operands);
    }

    private static int EndOfOptions(IReadOnlyList<string> arguments)
    {
        int end = IndexOf("--", arguments, arguments.Count);
        return end < 0 ? arguments.Count : end;
    }

    private static int IndexOf(string word, IReadOnlyList<string> arguments, int end)
    {
        for (int i = 0; i < end; i++)
        {
            if (arguments[i] == word)
            {
                return i;
            }
        }

        return -1;
    }

    private static HelpWanted HelpIn(IReadOnlyList<string> arguments, int end)
    {
        if (IndexOf("--help", arguments, end) >= 0)
        {
            return HelpWanted.Long;
        }

        return IndexOf("-h", arguments, end) >= 0 ? HelpWanted.Short : HelpWanted.None;
    }

    /// <summary>
    /// Returns the number of words in the command name. For help on doppel itself and for --version, returns 0 and sets
    /// the command to null; for help on a family of commands, returns 1 and sets the command to null.
    /// </summary>
    private static int SelectCommand(
        CommandTable table, IReadOnlyList<string> arguments, HelpWanted help, out CommandDefinition? command)
    {
        command = null;
        string first = arguments.Count > 0 ? arguments[0] : "";
        if (first.Length == 0 || first[0] == '-')
        {
            if (help != HelpWanted.None || first is "--version" or "-V")
            {
                return 0;
            }

            throw new UsageException(
                first.Length == 0
                    ? "missing command: the first argument is empty"
                    : $"'{first}' must come after the command",
                "doppel find [OPTION...] [ROOT...]");
        }

        foreach (CommandDefinition candidate in table.All.Concat(table.Hidden))
        {
            if (candidate.Words.SequenceEqual(arguments.Take(candidate.Words.Count)))
            {
                command = candidate;
                return candidate.Words.Count;
            }
        }

        return help != HelpWanted.None && table.All.Any(candidate => candidate.Words[0] == first)
            ? 1
            : throw UnknownCommand.Of(table, arguments);
    }
}
