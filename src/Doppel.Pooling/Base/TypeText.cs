namespace Doppel.Pooling;

/// <summary>Formats type names in C# syntax for messages.</summary>
internal static class TypeText
{
    /// <summary>Returns the name of a type without namespaces: <c>List&lt;Int32&gt;</c>, <c>Byte[]</c>.</summary>
    internal static string Of(Type type)
    {
        if (type.IsArray)
        {
            return $"{Of(type.GetElementType()!)}[]";
        }

        if (!type.IsGenericType)
        {
            return type.Name;
        }

        string name = type.Name;
        int arity = name.IndexOf('`', StringComparison.Ordinal);
        string arguments = string.Join(", ", type.GetGenericArguments().Select(Of));
        return $"{(arity < 0 ? name : name[..arity])}<{arguments}>";
    }
}
