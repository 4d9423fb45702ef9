namespace Doppel.S3.Signing;

/// <summary>Where name and value of a field lie in the text of a <see cref="FieldTable"/>.</summary>
internal readonly record struct FieldRange(int NameStart, int ValueStart, int End);
