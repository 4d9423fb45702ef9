using Doppel.Cli.Commands;
using Doppel.Cli.Options;

namespace Doppel.Cli.Arguments;

/// <summary>Refuses what System.CommandLine would let pass in silence and take for a root.</summary>
/// <remarks>
/// It takes an unknown flag, and what follows '=' behind a flag without a value, for an operand, and a flag for another
/// flag's value. Here all of these are errors, so that a mistyped flag never becomes a folder to search, or a file to
/// write.
/// </remarks>
internal static class ArgumentSpelling
{
    /// <summary>Checks everything from one argument on.</summary>
    /// <exception cref="UsageException">A flag is wrong.</exception>
    internal static void Check(CommandDefinition command, IReadOnlyList<string> arguments, int from)
    {
        for (int i = from; i < arguments.Count && arguments[i] != "--"; i++)
        {
            string argument = arguments[i];
            if (argument.Length < 2 || argument[0] != '-')
            {
                continue;
            }

            string? wantsValue = argument[1] == '-' ? CheckLong(command, argument) : CheckShort(command, argument);
            if (wantsValue is not null)
            {
                CheckValue(wantsValue, arguments, ++i);
            }
        }
    }

    /// <summary>The flag of a name with its dashes; null where there is none.</summary>
    internal static OptionDefinition? Find(CommandDefinition command, string name, out bool negated)
    {
        negated = false;
        foreach (OptionDefinition option in command.KnownOptions)
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

    /// <summary>The flag's name where the next argument must be its value.</summary>
    private static string? CheckLong(CommandDefinition command, string argument)
    {
        int equals = argument.IndexOf('=', StringComparison.Ordinal);
        string name = equals < 0 ? argument : argument[..equals];
        OptionDefinition option = Find(command, name, out bool negated) ?? throw Unknown(command, name);
        bool takesValue = option.TakesValue && !negated;
        if (!takesValue && equals >= 0)
        {
            throw new UsageException($"{name} takes no value: {argument}");
        }

        if (takesValue && equals == argument.Length - 1)
        {
            throw new UsageException($"{name} needs a value");
        }

        return takesValue && equals < 0 ? name : null;
    }

    private static string? CheckShort(CommandDefinition command, string argument)
    {
        for (int i = 1; i < argument.Length; i++)
        {
            string name = "-" + argument[i];
            OptionDefinition option = Find(command, name, out _) ?? throw Unknown(command, name);
            if (option.TakesValue)
            {
                return i == argument.Length - 1 ? name : null;
            }
        }

        return null;
    }

    private static void CheckValue(string name, IReadOnlyList<string> arguments, int at)
    {
        string value = at < arguments.Count ? arguments[at] : "";
        if (value.Length == 0 || value == "--")
        {
            throw new UsageException($"{name} needs a value");
        }

        if (value.Length > 1 && value[0] == '-')
        {
            string joined = name.Length == 2 ? name + value : $"{name}={value}";
            throw new UsageException($"{name} needs a value, not '{value}'", $"if '{value}' is the value: {joined}");
        }
    }

    private static UsageException Unknown(CommandDefinition command, string name)
    {
        IEnumerable<string> names = command.AllOptions.Select(option => option.Name)
            .Concat(command.AllOptions.Select(option => option.Negation).OfType<string>());
        string? near = name.Length > 2 ? NearestName.Find(name[2..], names) : null;
        string help = near is not null ? $"did you mean --{near}?"
            : command.Options.Count == 0 ? command.Usage
            : $"doppel {command.Name} -h lists the flags";
        return new UsageException($"unknown flag: {name}", help);
    }
}
