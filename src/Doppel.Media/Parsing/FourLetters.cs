namespace Doppel.Media;

/// <summary>Converts the codes of four letters that name chunks and boxes to text.</summary>
internal static class FourLetters
{
    /// <summary>Converts a code that was read as a big-endian number.</summary>
    internal static string Text(uint code) =>
        string.Create(4, code, static (letters, number) =>
        {
            for (int i = 0; i < letters.Length; i++)
            {
                letters[i] = (char)((number >> (24 - (8 * i))) & 0xFF);
            }
        });
}
