using Doppel.Cli.Options;

namespace Doppel.Cli.Arguments;

/// <summary>A option as it stood on the command line.</summary>
/// <param name="Definition">Which option.</param>
/// <param name="Value">Its value; "" for a option without one; null where it was undone by its negation.</param>
internal readonly record struct OptionUse(OptionDefinition Definition, string? Value);
