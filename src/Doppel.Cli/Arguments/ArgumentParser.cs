using System.CommandLine;
using System.CommandLine.Parsing;
using Doppel.Cli.Commands;
using Doppel.Cli.Options;

namespace Doppel.Cli.Arguments;

/// <summary>
/// Takes a command line apart: finds the command, checks the spelling, lets System.CommandLine parse it.
/// </summary>
internal static class ArgumentParser
{
    // Each use of a flag takes exactly one value; this is how often it may be used.
    private static readonly ArgumentArity s_oneValue = new(1, 100_000);

    private static readonly ParserConfiguration s_configuration = new() { ResponseFileTokenReplacer = null };

    /// <summary>Takes a command line apart.</summary>
    /// <param name="arguments">Without the program's name, as <see cref="ByteText"/>.</param>
    /// <exception cref="UsageException">It is wrong.</exception>
    internal static ParsedCommand Parse(IReadOnlyList<string> arguments)
    {
        int end = EndOfFlags(arguments);
        HelpWanted help = arguments.Count == 0 ? HelpWanted.Short : HelpIn(arguments, end);
        int words = FindCommand(arguments, help, out CommandDefinition? command);
        if (help != HelpWanted.None || command is null)
        {
            return new ParsedCommand(command, [], [], help, Version: help == HelpWanted.None);
        }

        if (IndexOf("--version", arguments, end) >= 0)
        {
            return new ParsedCommand(command, [], [], Version: true);
        }

        ArgumentSpelling.Check(command, arguments, words);
        return Read(command, RootFor(command).Parse(arguments, s_configuration));
    }

    private static int EndOfFlags(IReadOnlyList<string> arguments)
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

    private static HelpWanted HelpIn(IReadOnlyList<string> arguments, int end) =>
        IndexOf("--help", arguments, end) >= 0 ? HelpWanted.Long
        : IndexOf("-h", arguments, end) >= 0 ? HelpWanted.Short
        : HelpWanted.None;

    /// <summary>The number of words that name the command; none and null where only --version stands.</summary>
    private static int FindCommand(IReadOnlyList<string> arguments, HelpWanted help, out CommandDefinition? command)
    {
        command = null;
        string first = arguments.Count > 0 ? arguments[0] : "";
        if (first.Length == 0 || first[0] == '-')
        {
            return help != HelpWanted.None || first == "--version"
                ? 0
                : throw new UsageException(
                    first.Length == 0 ? "an empty word where a command was expected" : $"'{first}' before any command",
                    "doppel find [FLAG...] [ROOT...]");
        }

        foreach (CommandDefinition candidate in CommandTable.All.Concat(CommandTable.Hidden))
        {
            if (candidate.Words.SequenceEqual(arguments.Take(candidate.Words.Count)))
            {
                command = candidate;
                return candidate.Words.Count;
            }
        }

        return help != HelpWanted.None && CommandTable.All.Any(candidate => candidate.Words[0] == first)
            ? 0
            : throw UnknownCommand(arguments);
    }

    private static UsageException UnknownCommand(IReadOnlyList<string> arguments)
    {
        string first = arguments[0];
        CommandDefinition[] family = [.. CommandTable.All.Where(command => command.Words[0] == first)];
        if (family.Length > 0)
        {
            string[] words = [.. family.Select(command => command.Words[1])];
            string list = string.Join(", ", words);
            return arguments.Count == 1 || arguments[1].StartsWith('-')
                ? new UsageException($"{first} needs one of {list}")
                : new UsageException(
                    $"unknown command: {first} {arguments[1]}", Suggest(arguments[1], words) ?? $"there are {list}");
        }

        string? near = Suggest(first, CommandTable.All.Select(command => command.Words[0]).Distinct());
        return new UsageException($"unknown command: {first}", near ?? $"to search a folder: doppel find {first}");
    }

    private static string? Suggest(string word, IEnumerable<string> names) =>
        NearestName.Find(word, names) is { } near ? $"did you mean {near}?" : null;

    /// <summary>The tree of this one command; the others are not needed to parse it.</summary>
    private static RootCommand RootFor(CommandDefinition definition)
    {
        var root = new RootCommand();
        root.Options.Clear();
        root.Directives.Clear();
        Command parent = root;
        foreach (string word in definition.Words)
        {
            var command = new Command(word);
            parent.Add(command);
            parent = command;
        }

        foreach (OptionDefinition option in definition.KnownOptions)
        {
            AddTo(parent, option);
        }

        // How many there may be is judged here: System.CommandLine stops at 100,000, and a shell may name more files.
        parent.Add(new Argument<string[]>("operands") { Arity = ArgumentArity.ZeroOrMore });
        parent.TreatUnmatchedTokensAsErrors = false;
        return root;
    }

    private static void AddTo(Command command, OptionDefinition option)
    {
        string[] aliases = option.Short == '\0' ? [] : ["-" + option.Short];
        command.Add(option.TakesValue
            ? new Option<string[]>("--" + option.Name, aliases)
            {
                Arity = s_oneValue,
                AllowMultipleArgumentsPerToken = false,
            }
            : new Option<bool>("--" + option.Name, aliases) { Arity = ArgumentArity.Zero });
        if (option.Negation is { } negation)
        {
            command.Add(new Option<bool>("--" + negation) { Arity = ArgumentArity.Zero });
        }
    }

    private static ParsedCommand Read(CommandDefinition command, ParseResult result)
    {
        var uses = new List<OptionUse>();
        var operands = new List<string>();
        for (int i = 0; i < result.Tokens.Count; i++)
        {
            Token token = result.Tokens[i];
            if (token.Type == TokenType.Argument)
            {
                operands.Add(token.Value);
            }
            else if (token.Type == TokenType.Option)
            {
                OptionDefinition option = ArgumentSpelling.Find(command, token.Value, out bool negated)!;
                uses.Add(new OptionUse(option, negated ? null : option.TakesValue ? result.Tokens[++i].Value : ""));
            }
        }

        // In a bundle such as -qh; alone they were seen before.
        if (uses.Any(use => use.Definition == HelpOptions.Short))
        {
            return new ParsedCommand(command, [], [], HelpWanted.Short);
        }

        if (operands.Count < command.OperandsMin || operands.Count > command.OperandsMax)
        {
            throw new UsageException(
                $"{command.Name} takes {(operands.Count < command.OperandsMin ? "more" : "fewer")} words",
                command.Usage);
        }

        // The spelling was checked before, so this is for what only System.CommandLine knows of.
        return result.Errors.Count > 0
            ? throw new UsageException(result.Errors[0].Message)
            : new ParsedCommand(command, uses, operands);
    }
}
