namespace Doppel.CommandLine;

/// <summary>Reads options, their values and operands with POSIX and GNU syntax.</summary>
/// <remarks>
/// A mistyped option must never become a folder to search or a file to write. Therefore it is an error if an option is
/// unknown, if a value follows an option that takes none, or if an option stands where a value is required.
/// </remarks>
internal sealed class ArgumentReader
{
    private readonly CommandTable _table;
    private readonly CommandDefinition _command;
    private readonly IReadOnlyList<string> _arguments;
    private int _at;

    private ArgumentReader(
        CommandTable table, CommandDefinition command, IReadOnlyList<string> arguments, int from)
    {
        _table = table;
        _command = command;
        _arguments = arguments;
        _at = from;
    }

    /// <summary>Gets the options, in command-line order.</summary>
    internal List<OptionUse> Uses { get; } = [];

    /// <summary>
    /// Gets the operands (arguments that are neither options nor option values), in command-line order.
    /// </summary>
    internal List<string> Operands { get; } = [];

    /// <summary>Reads all arguments, starting at an index.</summary>
    /// <param name="table">All commands, to suggest another one.</param>
    /// <param name="command">The command.</param>
    /// <param name="arguments">The arguments.</param>
    /// <param name="from">The index of the first argument after the command.</param>
    /// <exception cref="UsageException">An option is invalid.</exception>
    internal static ArgumentReader Read(
        CommandTable table, CommandDefinition command, IReadOnlyList<string> arguments, int from)
    {
        var reader = new ArgumentReader(table, command, arguments, from);
        reader.ReadAll();
        return reader;
    }

    private void ReadAll()
    {
        while (_at < _arguments.Count)
        {
            string argument = _arguments[_at++];
            if (argument == "--")
            {
                Operands.AddRange(_arguments.Skip(_at));
                return;
            }

            if (argument.Length < 2 || argument[0] != '-')
            {
                Operands.Add(argument);
            }
            else if (argument[1] == '-')
            {
                ReadLong(argument);
            }
            else
            {
                ReadShort(argument);
            }
        }
    }

    private void ReadLong(string argument)
    {
        int equals = argument.IndexOf('=', StringComparison.Ordinal);
        string name = equals < 0 ? argument : argument[..equals];
        OptionDefinition option = Find(name, out bool negated) ?? throw Unknown(name);
        bool takesValue = option.TakesValue && !negated;
        if (!takesValue && equals >= 0)
        {
            throw new UsageException($"{name} takes no value: {argument}", $"use {name} without a value");
        }

        if (takesValue && equals == argument.Length - 1)
        {
            throw NeedsValue(name, option);
        }

        string? value = negated ? null : "";
        if (takesValue)
        {
            value = equals < 0 ? NextValue(name, option) : argument[(equals + 1)..];
        }

        Uses.Add(new OptionUse(option, value));
    }

    // -qv means -q -v. -ofile, -o=file and -o file are equivalent.
    private void ReadShort(string argument)
    {
        for (int i = 1; i < argument.Length; i++)
        {
            string name = "-" + argument[i];
            OptionDefinition option = Find(name, out _) ?? throw UnknownShort(argument, name);
            if (option.TakesValue)
            {
                string rest = argument[(i + 1)..];
                if (rest == "=")
                {
                    throw NeedsValue(name, option);
                }

                string value = rest.StartsWith('=') ? rest[1..] : rest;
                Uses.Add(new OptionUse(option, value.Length > 0 ? value : NextValue(name, option)));
                return;
            }

            Uses.Add(new OptionUse(option, ""));
        }
    }

    private static UsageException NeedsValue(string name, OptionDefinition option) =>
        new($"{name} needs a value", $"{option.Syntax}: {option.Summary}");

    private string NextValue(string name, OptionDefinition option)
    {
        string value = _at < _arguments.Count ? _arguments[_at++] : "";
        if (value.Length == 0 || value == "--")
        {
            throw NeedsValue(name, option);
        }

        if (value.Length > 1 && value[0] == '-')
        {
            string joined = name.Length == 2 ? name + value : $"{name}={value}";
            throw new UsageException($"{name} needs a value, not '{value}'", $"if '{value}' is the value: {joined}");
        }

        return value;
    }

    private OptionDefinition? Find(string name, out bool negated)
    {
        negated = false;
        foreach (OptionDefinition option in _command.AllOptions)
        {
            if (name.Length == 2 ? name[1] == option.Short : name.AsSpan(2).SequenceEqual(option.Name))
            {
                return option;
            }

            if (option.Negation is not null && name.AsSpan(2).SequenceEqual(option.Negation))
            {
                negated = true;
                return option;
            }
        }

        return null;
    }

    private UsageException Unknown(string name) => UnknownOption.Of(_table, _command, name);

    // rdfind writes long options with one dash.
    private UsageException UnknownShort(string argument, string name) => Unknown(
        OtherTools.HintFor(argument) is not null || NamesLong(argument) ? argument : name);

    // A long option typed with one dash, such as -json.
    private bool NamesLong(string argument) => argument.Length > 3 && Find("-" + argument, out _) is not null;
}
