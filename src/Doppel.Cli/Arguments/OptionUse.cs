using Doppel.Cli.Options;

namespace Doppel.Cli.Arguments;

/// <summary>A flag as it stood on the command line.</summary>
/// <param name="Definition">Which flag.</param>
/// <param name="Value">Its value; "" for a flag without one; null where it was undone by its negation.</param>
internal readonly record struct OptionUse(OptionDefinition Definition, string? Value);
