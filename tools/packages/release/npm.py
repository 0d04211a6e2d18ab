"""The npm package, as `npm publish` uploads it."""


def make(stage):
    """Builds the modules of WebAssembly, and packs them."""
    stage.run("tools/build-npm")
    stage.run("npm", "pack", "--silent", "--ignore-scripts", "--pack-destination", stage.place("npm"),
              folder="bindings/javascript")
