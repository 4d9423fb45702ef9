namespace Doppel.Cli.Commands;

/// <summary>A command line worth showing.</summary>
/// <param name="Line">What is typed.</param>
/// <param name="Meaning">What it does, without a full stop.</param>
internal readonly record struct Example(string Line, string Meaning);
