namespace Doppel.Cli;

/// <summary>An option as used on the command line.</summary>
/// <param name="Definition">The option.</param>
/// <param name="Value">The value; "" if the option takes none; null if the negated form was used.</param>
internal readonly record struct OptionUse(OptionDefinition Definition, string? Value);
