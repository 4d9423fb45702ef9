using System.Text;

namespace Doppel.Benchmarks.Kernels.Lists;

/// <summary>A string made of parts of ten characters.</summary>
internal static class TextParts
{
    private const string Part = "0123456789";

    public static string Build(StringBuilder builder, int parts)
    {
        for (int i = 0; i < parts; i++)
        {
            builder.Append(Part);
        }

        return builder.ToString();
    }
}
