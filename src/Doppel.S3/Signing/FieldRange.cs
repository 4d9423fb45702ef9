namespace Doppel.S3;

/// <summary>The position of a field's name and value in the text of a <see cref="FieldTable"/>.</summary>
internal readonly record struct FieldRange(int NameStart, int ValueStart, int End);
